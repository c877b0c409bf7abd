import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Tables } from '@/lib/server/db/tables';
import { writeProbe } from '@/lib/server/db/write-probe';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('begins no other write while one hangs, and says so until that one has ended', async () => {
  let begun = 0;
  let answer = (): void => undefined;
  const first = new Promise<void>((resolve) => (answer = resolve));
  const execute = () => (begun++ === 0 ? first : Promise.resolve());
  const probe = writeProbe({ transaction: () => ({ execute }) } as unknown as Kysely<Tables>);
  const told = probe();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await told).toContain('does not answer');
  for (let times = 0; times < 3; times++) {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await probe()).toContain('does not answer');
  }
  expect(begun).toBe(1);
  answer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await probe()).toBeNull();
  expect(begun).toBe(2);
});
