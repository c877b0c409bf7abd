import { expect, it } from 'vitest';
import {
  entityWidths,
  headInWords,
  pinnedColumns,
  spokenHead,
} from '@/components/access/matrix/access-layout';
import { columnWidths } from '@/components/grid/column-widths';

it('calls the heads of two entities that differ by a blank by different words', () => {
  const head = (entityId: string) => ({
    ...{ entityId, name: '', group: '', isFirstOfGroup: false },
    ...{ groupSpan: 1, groupSize: 1, isFolded: false },
  });
  const share = { granted: 1, existing: 2 };
  const words = ['100', '100 '].flatMap((id) => [headInWords(head(id), share), spokenHead(head(id), share)]);
  const seen = words.map((text) => text.replace(/\s+/g, ' ').trim()); // as a page shows them
  expect(new Set(seen).size).toBe(4);
});

it('gives names of records the room that few entities leave, and no more than before beside many', () => {
  const nameWidth = (entities: number, hasNames: boolean) => {
    const parts = { isNarrow: false, longestEntityId: 3, isNamed: false, entities, folded: [] };
    const pinned = pinnedColumns({ isNarrow: false, isComplete: true, hasNames });
    return columnWidths({ pinned, columns: { count: entities, ...entityWidths(parts) } }, 1_188).pinned[0];
  };
  expect([nameWidth(3, true), nameWidth(3, false)]).toEqual([480, 320]);
  expect(nameWidth(24, true)).toBe(nameWidth(24, false));
});
