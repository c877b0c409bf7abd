import { expect, it } from 'vitest';
import { entityWords, named } from '@/lib/domain/access/names/named';
import { visibleId } from '@/lib/domain/visible-id';

it('writes the name first, and the ID alone where there is none', () => {
  expect(named('10000', 'Adatum')).toBe('Adatum · 10000');
  expect(named('10000', '')).toBe('10000');
});

it('keeps a name that runs from right to left from turning what follows', () => {
  expect(named('10000', 'שלום')).toBe('\u2068שלום\u2069 · 10000');
});

it.each([
  ['100 ', '100␣'],
  [' 100', '␣100'],
  ['NORTH  EAST', 'NORTH␣␣EAST'],
  ['NORTH\u00a0EAST', 'NORTH␣EAST'],
  ['NORTH EAST', 'NORTH EAST'],
  ['', ''],
])('draws the blank by which alone %j differs from another ID', (id, seen) => {
  expect(visibleId(id)).toBe(seen);
  expect(named(id, 'Adatum')).toBe(`Adatum · ${seen}`);
  if (id !== '') expect(entityWords(id)).toBe(`Entity ${seen}`);
});
