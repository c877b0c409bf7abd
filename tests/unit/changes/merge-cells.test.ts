import { expect, it } from 'vitest';
import fc from 'fast-check';
import type { AccessChange } from '@/lib/contract/access/access';
import { mergeCells } from '@/lib/domain/changes/merge-cells';

const merged = (cells: readonly AccessChange[]) => mergeCells(cells, () => Promise.resolve());

const cell = (recordId: string, accessible: boolean, expected?: boolean) => ({
  recordType: 'Customer',
  recordId,
  entityId: '100',
  accessible,
  ...(expected !== undefined && { expected }),
});

it('keeps every assignment once, in the order in which each was named first', async () => {
  const { cells, contradictions } = await merged([
    cell('b', true),
    cell('a', false, true),
    cell('b', true),
    cell('a', false, true),
  ]);
  expect(cells).toEqual([cell('b', true), cell('a', false, true)]);
  expect(contradictions).toEqual([]);
});

it('keeps the value seen when only one of the two names it, whichever comes first', async () => {
  const both = [cell('a', true, false), cell('a', true)];
  expect((await merged(both)).cells).toEqual([cell('a', true, false)]);
  expect((await merged(both.toReversed())).cells).toEqual([cell('a', true, false)]);
});

it('names cells that want another value, or saw another one, and where the first stands', async () => {
  const wanted = [cell('a', true), cell('b', true), cell('a', false)];
  expect((await merged(wanted)).contradictions).toEqual([{ index: 2, first: 0 }]);
  const seen = [cell('a', true, true), cell('a', true), cell('a', true, false)];
  expect((await merged(seen)).contradictions).toEqual([{ index: 2, first: 0 }]);
});

it('never takes two assignments for one', async () => {
  const part = fc.string({
    minLength: 1,
    maxLength: 3,
    unit: fc.constantFrom('a', 'b', ' ', '"', '\\', ','),
  });
  const key = fc.record({ recordType: part, recordId: part, entityId: part });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(key, { selector: (one) => JSON.stringify(one) }), async (keys) => {
      const cells = keys.map((one) => ({ ...one, accessible: true }));
      expect(await merged(cells)).toEqual({ cells, contradictions: [] });
    }),
  );
});
