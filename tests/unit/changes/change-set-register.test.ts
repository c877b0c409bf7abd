import { expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '@/lib/client/api';
import { ChangeSetRegister } from '@/lib/client/changes/change-set-register';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { someSet } from '@/tests/support/changes/some-set';

/** When a list is asked for after all that was named. */
const later = () => performance.now() + 1;
const here = 'main';
const running = (id: string) => someSet({ id });
const done = (id: string) => someSet({ id, state: 'done' });

/** Watches sets; `said` has the ends in the order in which they were said, `stood` all that was said. */
function watched(read: (id: string) => Promise<ChangeSet> = (id) => Promise.resolve(done(id))) {
  const sets = new ChangeSetRegister(read);
  const said: string[] = [];
  const stood: string[] = [];
  sets.subscribe((connection, { id, set, hasJustEnded }) => {
    if (hasJustEnded) said.push(`${connection} ${id}`);
    stood.push(`${id} ${set?.state ?? 'unknown'}`);
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { sets, said, stood, settled };
}

it('says once that a set of a list is not in the next one', async () => {
  const { sets, said, settled } = watched();
  sets.take(here, [running('a'), running('b')], later());
  sets.take('other', [running('c')], later());
  await settled();
  expect(said).toEqual([]);
  sets.take(here, [done('a'), running('b')], later());
  sets.take(here, [], later());
  sets.take(here, [], later());
  await settled();
  expect(said).toEqual(['main a', 'main b']);
  sets.take(here, [running('a')], later()); // somebody tried it again
  sets.take(here, [], later());
  await settled();
  expect(said).toEqual(['main a', 'main b', 'main a']);
});

it('says no end of a set that a full list has no room for', async () => {
  const { sets, said, settled } = watched();
  sets.take(here, [running('a'), running('b')], later());
  sets.take(here, [done('b')], later(), false);
  await settled();
  expect(said).toEqual(['main b']);
  sets.take(here, [], later());
  await settled();
  expect(said).toEqual(['main b', 'main a']);
});

it('says the end of a set that no list showed running', async () => {
  const { sets, said, settled } = watched();
  sets.take(here, [], later());
  sets.expect(here, 'made here');
  sets.takeOne(here, done('made here'));
  sets.takeOne(here, running('by a colleague'));
  sets.take(here, [], later());
  await settled();
  expect(said).toEqual(['main made here', 'main by a colleague']);
});

it('says no end of a set that had ended before, nor twice', async () => {
  const { sets, said, settled } = watched();
  sets.takeOne(here, done('long over'));
  sets.takeOne(here, running('a'));
  sets.takeOne(here, done('a'));
  sets.takeOne(here, done('a'));
  sets.take(here, [], later());
  await settled();
  expect(said).toEqual(['main a']);
});

it('believes an event over a list that was asked for before it', async () => {
  const { sets, said, settled } = watched();
  sets.takeOne(here, running('a'));
  const asked = performance.now() - 1;
  sets.takeOne(here, done('a'));
  sets.take(here, [running('a')], asked);
  sets.take(here, [], later());
  await settled();
  expect(said).toEqual(['main a']);

  sets.expect(here, 'b');
  sets.take(here, [], asked); // the set did not exist then
  await settled();
  expect(said).toEqual(['main a']);
  sets.take(here, [], later());
  await settled();
  expect(said).toEqual(['main a', 'main b']);
});

it('tells how each set stands, also one that ended before and the switches', async () => {
  const { sets, stood, settled } = watched();
  sets.takeOne(here, done('long over'));
  sets.takeOne(here, someSet({ id: 'switch', kind: 'switch' }));
  sets.take(here, [running('a')], later());
  await settled();
  expect(stood).toEqual(['long over done', 'switch running', 'a running', 'switch done']);
});

it('reads a set that left the list, until the console says how it stands', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers: (ChangeSet | Error)[] = [new Error('away'), running('a')];
  const { sets, said, stood } = watched(() => {
    const answer = answers.shift() ?? done('a');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  sets.take(here, [running('a')], later());
  sets.take(here, [], later());
  await vi.advanceTimersByTimeAsync(5_000);
  expect([said, stood.at(-1)]).toEqual([[], 'a running']); // somebody tried it again meanwhile
  sets.take(here, [], later());
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual(['main a']);
});

it('says of a set that the console does not know that it is unknown, and that it has not ended', async () => {
  const problem = { title: 'No', status: 404, code: 'not-found', detail: '', requestId: 'r' } as const;
  const { sets, said, stood, settled } = watched(() => Promise.reject(new ApiError(problem)));
  sets.take(here, [running('a')], later());
  sets.take(here, [], later());
  await settled();
  expect([said, stood.at(-1)]).toEqual([[], 'a unknown']);
});
