import { expect, it } from 'vitest';
import { nothingFoundWords } from '@/components/access/filters/nothing-found';

const withoutNames = { hasRecords: false, hasEntities: false };
const words = (filter: { q?: string; entity?: string }) =>
  nothingFoundWords(
    { type: [], q: '', entity: '', rows: null, ...filter },
    filter.q !== undefined,
    filter.entity !== undefined,
    withoutNames,
    null,
    false,
  );

it('says that nothing matches, and what may be meant', () => {
  expect(words({ q: 'nowhere' })).toEqual({
    title: 'No record matches',
    words: 'No record ID matches “nowhere”.',
  });
  expect(words({ entity: '200-230' })).toEqual({
    title: 'No entity matches',
    words: 'No entity matches “200-230”. A range is written 200..230.',
  });
});

it('does not say of a list in doubt that there is no record of a type', () => {
  const filter = { type: ['Vendor'], q: '', entity: '', rows: null };
  const told = (isInDoubt: boolean) =>
    nothingFoundWords(filter, true, false, withoutNames, null, isInDoubt)?.words;
  expect(told(false)).toBe('There is no record of type “Vendor”.');
  expect(told(true)).toBe('The service lists no record of type “Vendor” now.');
});

it.each([
  ['C00010 – C00020', ' A range is written C00010..C00020.'],
  ['@co', ' After @ stands a whole ID: write @co* for IDs that begin so, or co for those that contain it.'],
  ['UK-north', ''],
])('says what may be meant by %j', (q, hint) => {
  expect(words({ q })?.words).toBe(`No record ID matches “${q}”.${hint}`);
});

it('of what is not understood says how it is written', () => {
  expect(words({ q: '<>' })?.words).toBe('Filters are written like 10*, A|B, 200..230 or <>100.');
});

it('names of a long list the first few', () => {
  const ids = Array.from({ length: 40 }, (_, at) => `X${String(at)}`);
  expect(words({ entity: ids.join('|') })?.words).toBe(
    'No entity matches “X0 | X1 | X2 | X3 | X4” and 35 more.',
  );
});
