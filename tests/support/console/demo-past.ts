import { expect } from 'vitest';
import type { z } from 'zod';
import { outsideListSchema } from '@/lib/contract/access/outside-changes';
import { changeListSchema } from '@/lib/contract/changes/changes';
import { verificationSchema } from '@/lib/contract/changes/verification';
import type { ConsoleProcess } from './console-process';
import { ask, signInFrom } from './raw-request';

/** What evidence says of the demo history. */
export const historyNote =
  'an invented story with its own dates, written when this console first started (entries ';

/** What pages can know of the past, read as the auditor. */
export async function pastOf({ url }: ConsoleProcess) {
  const cookie = await signInFrom(url, 'auditor');
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const { status, text } = await ask(url, path, { headers: { cookie } });
    expect(status, path).toBe(200);
    return schema.parse(JSON.parse(text));
  };
  const { value: sets } = await read('/api/changes', changeListSchema);
  const { value: outside } = await read('/api/changes/outside', outsideListSchema);
  const verification = await read('/api/changes/verify', verificationSchema);
  return { sets, outside, verification, cookie, read };
}

type Past = Awaited<ReturnType<typeof pastOf>>;

/** What the story leaves behind, however it was told. */
export function expectWholeStory({ sets, outside, verification }: Past): void {
  expect(sets).toHaveLength(14);
  expect(sets.every(({ state }) => state === 'done')).toBe(true);
  expect(sets.every(({ reason }) => reason !== '')).toBe(true);
  expect(new Set(sets.map(({ person }) => person.name))).toEqual(
    new Set(['Maya Lindqvist', 'Tom Okafor', 'Priya Nair']),
  );
  const days = sets.map(({ createdAt }) => (Date.now() - Date.parse(createdAt)) / 86_400_000);
  expect(Math.min(...days)).toBeGreaterThan(0);
  expect(Math.max(...days)).toBeGreaterThan(13);
  expect(Math.max(...days)).toBeLessThan(16);
  expect(sets.filter(({ counts }) => counts.rejected > 0).map(({ counts }) => counts)).toMatchObject([
    { total: 8, applied: 4, rejected: 4 },
  ]);
  const [undo] = sets.filter(({ kind }) => kind === 'undo');
  expect(sets.find(({ id }) => id === undo?.undoOf)).toMatchObject({
    undoneBy: undo?.id,
    reason: 'Spring catalogue',
  });
  expect(outside.map(({ count, before, after }) => [count, before, after])).toEqual(
    Array.from({ length: 4 }, () => [1, false, true]),
  );
  expect(verification).toMatchObject({ verdict: 'intact', faults: [], moreFaults: 0 });
  expect(verification.remarks).toEqual([expect.stringContaining(historyNote)]);
}
