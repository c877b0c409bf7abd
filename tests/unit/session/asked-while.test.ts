import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ApiError, askedWhile } from '@/lib/client/api';

it.each([
  ['invalid-request', 1],
  ['forbidden', 1],
  ['service-unavailable', 2],
] as const)(
  'a question that is refused (%s) is asked %i times when it is wanted once more',
  async (code, times) => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    let asked = 0;
    const options = (isAsked: boolean) => ({
      queryKey: ['labels'],
      queryFn: (): Promise<string> => {
        asked++;
        const problem = { title: 'No', status: 400, code, detail: 'No.', requestId: 'r' };
        return Promise.reject(new ApiError(problem));
      },
      enabled: askedWhile(isAsked),
    });
    const observer = new QueryObserver(client, options(true));
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
    observer.setOptions(options(false));
    observer.setOptions(options(true));
    await new Promise((resolve) => setTimeout(resolve));
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
    expect(asked).toBe(times);
    stop();
    client.clear();
  },
);
