import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ApiError, askedWhile } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { askAllAgain } from '@/lib/client/refresh';

/** A client and parts of the page that ask it; each question is answered when the test says so. */
function asking() {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, enabled: askedWhile(true) } },
  });
  const ask = (name: string) => {
    const answers: ((answer: Promise<string>) => void)[] = [];
    const queryFn = () => new Promise<string>((answer) => answers.push(answer));
    const observer = new QueryObserver(client, { queryKey: ['changes', name], queryFn });
    observer.subscribe(() => undefined);
    const shown = () => observer.getCurrentResult().data;
    const answer = async (value: Promise<string>) => {
      answers.at(-1)?.(value);
      await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
    };
    const asked = () => answers.length;
    /** With what was so before a change, and once it is asked for again with what is so after it. */
    const answerTwice = async () => {
      void answer(Promise.resolve('before'));
      await expect.poll(asked).toBe(2);
      await answer(Promise.resolve('after'));
    };
    return { asked, answer, answerTwice, shown };
  };
  return { client, ask, ...ask('list') };
}

it('a first answer on its way during a change is followed by one of after it', async () => {
  const { client, answerTwice, asked, shown } = asking();
  const isDone = askAgain(client, ['changes']);
  expect(asked()).toBe(1);
  await answerTwice();
  await isDone;
  expect([asked(), shown()]).toEqual([2, 'after']);
});

it('a first answer that does not come holds back no other question', async () => {
  const { client, ask, answerTwice, shown } = asking();
  const slow = ask('activity');
  void askAgain(client, ['changes']);
  await answerTwice();
  expect([slow.asked(), shown()]).toEqual([1, 'after']);
});

it('many changes during a first answer ask once more between them', async () => {
  const { client, answerTwice, asked, shown } = asking();
  const areDone = Promise.all([1, 2, 3].map(() => askAgain(client, ['changes'])));
  await answerTwice();
  await areDone;
  expect([asked(), shown()]).toEqual([2, 'after']);
});

it('an answered question is asked at once, and once', async () => {
  const { client, answer, asked, shown } = asking();
  await answer(Promise.resolve('before'));
  const isDone = askAgain(client, ['changes']);
  expect(asked()).toBe(2);
  await answer(Promise.resolve('after'));
  await isDone;
  expect([asked(), shown()]).toEqual([2, 'after']);
});

it('a question that was refused for good is asked again by a press alone', async () => {
  const { client, answer, asked, shown } = asking();
  const problem = { title: 'No', status: 403, code: 'forbidden', detail: 'No.', requestId: 'r' } as const;
  await answer(Promise.reject(new ApiError(problem)));
  await askAgain(client, ['changes']);
  expect(asked()).toBe(1);
  const isDone = askAllAgain(client);
  expect(asked()).toBe(2);
  await answer(Promise.resolve('after'));
  await isDone;
  expect([asked(), shown()]).toEqual([2, 'after']);
});

it('a press asks again also what is on its way for the first time', async () => {
  const { client, answerTwice, asked, shown } = asking();
  const isDone = askAllAgain(client);
  await answerTwice();
  await isDone;
  expect([asked(), shown()]).toEqual([2, 'after']);
});
