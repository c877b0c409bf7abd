import { describe, expect, it, vi } from 'vitest';
import { Refreshing } from '@/lib/server/refreshing';

/** A value whose reads the test answers, on a clock that the test moves. */
function refreshing(pauseMs?: (failures: number) => number) {
  const clock = { ms: 0 };
  let answer: (text: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const read = vi.fn(() => new Promise<string>((...ways) => ([answer, fail] = ways)));
  const value = new Refreshing({
    read,
    freshMs: (_, tookMs) => Math.max(100, tookMs * 10),
    now: () => clock.ms,
    ...(pauseMs && { pauseMs }),
  });
  return {
    value,
    read,
    clock,
    answer: (text: string) => answer(text),
    fail: (words: string) => fail(new Error(words)),
  };
}

describe('a value that is refreshed when it is old', () => {
  it('is read once for all who ask at the same time', async () => {
    const { value, read, answer } = refreshing();
    const both = [value.get(), value.get(), value.refresh()];
    answer('first');
    expect(await Promise.all(both)).toEqual(['first', 'first', 'first']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is read again when it is due, and not before', async () => {
    const { value, read, clock, answer } = refreshing();
    const first = value.get();
    answer('first');
    await first;
    clock.ms = 99;
    expect(await value.get()).toBe('first');
    expect(value.ageMs).toBe(99);
    expect(read).toHaveBeenCalledTimes(1);
    clock.ms = 100;
    const second = value.get();
    answer('second');
    expect(await second).toBe('second');
    expect(value.ageMs).toBe(0);
  });

  it('is fresh for longer where its read takes long, counted from the start of the read', async () => {
    const { value, read, clock, answer } = refreshing();
    value.refreshIfDue();
    clock.ms = 30;
    expect(value.readingMs).toBe(30);
    answer('slow');
    await value.refresh();
    expect(value.readingMs).toBeNull();
    expect(value.ageMs).toBe(30);
    clock.ms = 299;
    value.refreshIfDue();
    expect(read).toHaveBeenCalledTimes(1);
    clock.ms = 300;
    value.refreshIfDue();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('stays when a read fails, and goes on ageing', async () => {
    const { value, clock, answer, fail } = refreshing();
    const first = value.get();
    answer('first');
    await first;
    clock.ms = 500;
    const second = value.get();
    fail('The service is away.');
    expect(await second).toBe('first');
    expect(value.ageMs).toBe(500);
    expect(value.failure?.error).toEqual(new Error('The service is away.'));
    const third = value.get();
    answer('third');
    expect(await third).toBe('third');
    expect(value.failure).toBeNull();
  });

  it('is an error where there is none, and is not asked for during the pause', async () => {
    const { value, read, clock, fail } = refreshing((failures) => failures * 1_000);
    for (const [at, pauseMs] of [
      [0, 1_000],
      [1_000, 2_000],
    ] as const) {
      clock.ms = at;
      const asked = value.get();
      fail('The service is away.');
      await expect(asked).rejects.toThrow('The service is away.');
      read.mockClear();
      clock.ms = at + pauseMs - 1;
      await expect(value.get()).rejects.toThrow('The service is away.');
      expect(read).not.toHaveBeenCalled();
    }
  });

  it('is due at once when it has expired, also during a read and during a pause', async () => {
    const { value, read, answer, fail } = refreshing(() => 60_000);
    const first = value.get();
    value.expire();
    answer('read before it expired');
    await first;
    const second = value.get();
    fail('The service is away.');
    expect(await second).toBe('read before it expired');
    value.expire();
    const third = value.get();
    answer('third');
    expect(await third).toBe('third');
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('is gone when it is forgotten', async () => {
    const { value, answer } = refreshing();
    const first = value.get();
    answer('wrong');
    await first;
    value.forget();
    expect(value.current).toBeNull();
    expect(value.ageMs).toBe(Infinity);
    const second = value.get();
    answer('right');
    expect(await second).toBe('right');
  });
});
