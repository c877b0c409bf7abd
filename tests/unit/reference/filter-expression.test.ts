import { describe, expect, it } from 'vitest';
import { filterExpression } from '@/lib/reference/odata/filter-expression';

describe('a filter expression of Business Central', () => {
  it.each([
    ['10000', '10000', true],
    ['10000', '100000', false],
    ['BOLT*', 'BOLT-1', true],
    ['BOLT-?', 'BOLT-12', false],
    ['A|B', 'B', true],
    ['A|B', 'A|B', false],
    ['A*&*Z', 'AMZ', true],
    ["O'BRIEN & CO", "O'BRIEN & CO", false],
    ['10..20', '15', true],
    ['10..', '05', false],
    ['<>A', 'B', true],
  ])('%s and the value %s: %s', (expression, value, matches) => {
    expect(filterExpression(expression)(value)).toBe(matches);
  });
});
