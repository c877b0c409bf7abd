import { expect, it } from 'vitest';
import { headInWords, spokenHead } from '@/components/access/matrix/access-layout';

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
