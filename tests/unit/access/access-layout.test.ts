import { expect, it } from 'vitest';
import { columnWidths, headInWords, spokenHead, widthsIn } from '@/components/access/matrix/access-layout';

const usual = { isNarrow: false, longestEntityId: 4, entities: 24, isNamed: false };
/** Px that all columns take together. */
const taken = ({ record, figure, column }: ReturnType<typeof widthsIn>, entities = usual.entities) =>
  record + figure + entities * column;

it('shows 24 entities without scrolling in a window of 1440 px', () => {
  const widths = widthsIn(1198, usual);
  expect(widths).toEqual({ record: 250, figure: 84, column: 36 });
  expect(taken(widths)).toBe(1198);
});

it('never takes more than there is while the least fits, nor less than that', () => {
  const wrong = [];
  for (const longestEntityId of [2, 20])
    for (const isNamed of [false, true])
      for (let entities = 1; entities <= (isNamed ? 6 : 40); entities++)
        for (let room = 300; room < 2600; room += 37) {
          const parts = { isNarrow: false, longestEntityId, entities, isNamed };
          const [widths, least] = [widthsIn(room, parts), widthsIn(0, parts)];
          const isLess = widths.record < 158 || widths.column < least.column;
          const wanted = { record: 158, figure: 84, column: columnWidths(parts).wanted };
          const fits = Math.min(taken(least, entities), taken(wanted, entities)) <= room;
          if (isLess || (fits && taken(widths, entities) > room)) wrong.push({ room, ...parts, ...widths });
        }
  expect(wrong).toEqual([]);
});

it('calls the heads of two entities that differ by a blank by different words', () => {
  const head = (entityId: string) => ({ entityId, name: '', group: '', isFirstOfGroup: false, groupSpan: 1 });
  const share = { granted: 1, existing: 2 };
  const words = ['100', '100 '].flatMap((id) => [headInWords(head(id), share), spokenHead(head(id), share)]);
  const seen = words.map((text) => text.replace(/\s+/g, ' ').trim()); // as a page shows them
  expect(new Set(seen).size).toBe(4);
});
