import { expect, it } from 'vitest';
import { syntaxFault } from '@/lib/domain/journal/field-filter';
import { decodeJournalQuery, encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { whereOf } from '@/lib/server/services/journal/snapshot/snapshot-sql';

const times = (many: number, part: (at: number) => string) =>
  Array.from({ length: many }, (_, at) => part(at));
const patterns = (many: number) => times(many, (at) => `*${String(at)}?`).join('|');

it('takes hundreds of whole values, and excluded ones, in one filter', () => {
  expect(syntaxFault(times(500, (at) => `A${String(at)}`).join('|'), '|,')).toBeNull();
  expect(syntaxFault(times(400, (at) => `<>A${String(at)}`).join('&'), '|,')).toBeNull();
});

it.each([
  ['patterns', patterns(21)],
  ['ranges', times(21, (at) => `${String(100 + at)}..200`).join('|')],
  ['patterns that exclude', times(21, (at) => `<>*${String(at)}`).join('&')],
  ['values under conditions', times(21, (at) => `A${String(at)}&<>B`).join('|')],
])('refuses a filter of too many %s in words', (_, text) => {
  expect(syntaxFault(text, '|,')).toMatch(
    /^it has (21|42) parts with signs such as \* \? \.\. < or >; 20 are the most/,
  );
});

it('refuses what is too much in all filters together, naming the last', () => {
  const description = `Description~matches~${patterns(10)}`;
  const enough = { item: patterns(10), filter: description };
  expect(decodeJournalQuery(enough).faults).toEqual([]);
  const { query, faults } = decodeJournalQuery({
    ...enough,
    filter: [description, 'Description~notcontains~z'],
  });
  expect(faults).toEqual([
    {
      parameter: 'filter',
      written: 'filter',
      words:
        'cannot be used: the filters together look for 21 patterns, ranges and parts of texts; 20 are the most.',
    },
  ]);
  expect(encodeJournalQuery(query)).toEqual({ item: [enough.item] });
  const codes = decodeJournalQuery({ item: patterns(15), location: patterns(15), filter: 'Quantity~gt~5' });
  expect(codes.faults.map(({ parameter }) => parameter)).toEqual(['location']);
  expect(Object.keys(encodeJournalQuery(codes.query))).toEqual(['item', 'filter']);
});

it.each([
  ['entities', (many: number) => ({ entity: times(many, (at) => `E${String(at)}`) })],
  ['a list', (many: number) => ({ filter: `ItemNo~in~${times(many, (at) => `Ä${String(at)}`).join('~')}` })],
  ['filter syntax', (many: number) => ({ item: `${times(many, (at) => `A${String(at)}`).join('|')}|x*` })],
  ['excluded values', (many: number) => ({ item: times(many, (at) => `<>A${String(at)}`).join('&') })],
])('asks for a line’s text as often for 200 values as for two: %s', (_, given) => {
  const [two, many] = [2, 200].map((count) => whereOf(decodeJournalQuery(given(count)).query));
  const texts = (sql = '') => sql.match(/upper\(/g)?.length;
  expect(many?.values.length).toBeGreaterThanOrEqual(200);
  expect(texts(many?.sql)).toBe(texts(two?.sql));
});
