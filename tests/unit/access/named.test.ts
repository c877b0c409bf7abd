import { expect, it } from 'vitest';
import { named } from '@/lib/domain/access/names/named';

it('writes the name first, and the ID alone where there is none', () => {
  expect(named('10000', 'Adatum')).toBe('Adatum · 10000');
  expect(named('10000', '')).toBe('10000');
});

it('keeps a name that runs from right to left from turning what follows', () => {
  expect(named('10000', 'שלום')).toBe('\u2068שלום\u2069 · 10000');
});
