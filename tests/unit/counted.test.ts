import { expect, it } from 'vitest';
import { counted, plural } from '@/lib/domain/counted';

it('counts in the singular for one alone, and in the plural for none and for many', () => {
  expect([0, 1, 2, 21].map((count) => counted(count, 'change'))).toEqual([
    '0 changes',
    '1 change',
    '2 changes',
    '21 changes',
  ]);
  expect(counted(1_240, 'entity', 'entities')).toBe(`${(1_240).toLocaleString()} entities`);
  expect([1, 2].map((count) => plural(count, 'it is', 'they are'))).toEqual(['it is', 'they are']);
});
