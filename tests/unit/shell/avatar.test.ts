import { expect, it } from 'vitest';
import { initialsOf } from '@/components/shell/avatar';

it.each([
  ['  anna  maria van der Berg ', 'AB'],
  ['Okafor, Tom (IT)', 'OI'],
  ['Dana', 'D'],
  ['émile zola', 'ÉZ'],
  ['王 小明', '王小'],
  ['𐐨 x', '𐐀X'],
  ['…', '?'],
])('%j is known by %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
