import { expect, it } from 'vitest';
import { sheetNames } from '@/lib/domain/spreadsheet/sheet-name';

it('names sheets as spreadsheets accept it, none twice', () => {
  const texts = ['A/B', 'a?b', 'ABOUT', "'x'", '', `${'y'.repeat(30)}😀`, 'y'.repeat(40), 'History'];
  const names = ['A B', 'a b (2)', 'ABOUT (2)', 'x', 'Sheet', 'y'.repeat(30), 'y'.repeat(31), 'History (2)'];
  expect(sheetNames(texts, ['About'])).toEqual(names);
});
