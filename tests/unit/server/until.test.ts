import { expect, it } from 'vitest';
import { withTimeLimit, unlessAborted, until } from '@/lib/server/until';

const never = new Promise<string>(() => undefined);

it('looks until something is found', async () => {
  let looks = 0;
  const found = await until(() => (++looks === 3 ? 'here' : null), { limitMs: 60_000, everyMs: 1 });
  expect(found).toBe('here');
  expect(looks).toBe(3);
});

it('gives up at its limit, after at least one look', async () => {
  let looks = 0;
  expect(await until(() => ++looks < 0, { limitMs: 0, everyMs: 60_000 })).toBeNull();
  expect(looks).toBe(1);
  expect(await until(() => ++looks < 0, { limitMs: 5, everyMs: 60_000 })).toBeNull();
  expect(looks).toBeGreaterThan(2);
});

it('ends early when the signal fires', async () => {
  const controller = new AbortController();
  const waiting = until(() => null, { limitMs: 60_000, everyMs: 60_000, signal: controller.signal });
  controller.abort();
  expect(await waiting).toBeNull();
});

it('passes a failure of the look on', async () => {
  const failing = () => Promise.reject(new Error('The look fails.'));
  await expect(until(failing, { limitMs: 60_000, everyMs: 1 })).rejects.toThrow('The look fails.');
});

it('takes an answer that comes in time, and else what stands for a late one', async () => {
  expect(await withTimeLimit(Promise.resolve('in time'), 60_000, 'late')).toBe('in time');
  expect(await withTimeLimit(never, 1, 'late')).toBe('late');
});

it('waits no longer than a signal allows', async () => {
  const controller = new AbortController();
  const waiting = unlessAborted(never, controller.signal);
  controller.abort(new Error('The caller left.'));
  await expect(waiting).rejects.toThrow('The caller left.');
  await expect(unlessAborted(never, controller.signal)).rejects.toThrow('The caller left.');
  expect(await unlessAborted(Promise.resolve(1), new AbortController().signal)).toBe(1);
});
