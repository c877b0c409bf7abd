import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JournalCopy } from '@/lib/server/services/journal/snapshot/journal-copy';
import type { Upstream } from '@/lib/server/upstream/client';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('of a service that breaks off late is tried again by itself a fifth of the time at most', async () => {
  const tookMs = 100_000;
  let [reads, spentMs] = [0, 0];
  const began = Date.now();
  const readJournal: Upstream['readJournal'] = async function* () {
    reads++;
    await Promise.resolve();
    spentMs += tookMs;
    if (spentMs > 0) throw new Error('It broke off.');
    yield { rows: [], rowsBefore: 0 };
  };
  const log = { info: () => undefined, warn: () => undefined };
  const copy = new JournalCopy({ readJournal } as Upstream, {
    directory: temporaryFolder('mem-first-read'),
    log,
    tick: () => Date.now() - began + spentMs,
  });
  copy.start();
  await vi.advanceTimersByTimeAsync(4 * tookMs - 1_000);
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reads).toBe(2);
  await copy.close();
});
