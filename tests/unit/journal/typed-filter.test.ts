import { describe, expect, it } from 'vitest';
import { readerWriting } from '@/components/journal/filters/filter-words';
import { noEntityNames } from '@/lib/domain/access/names/named';
import { comparisonWords } from '@/lib/domain/journal/condition-words';
import { typedComparison } from '@/components/journal/filters/typed-filter';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { FilterOperator } from '@/lib/domain/journal/operators';
import { readBy } from '@/tests/support/read-by';

function field(name: string): JournalField {
  const found = journalField(name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

const typed = (locale: string, name: string, op: FilterOperator, ...texts: string[]) =>
  readBy(locale, () => typedComparison(field(name), op, texts));

/** What is shown back of what was typed. */
function shownBack(locale: string, name: string, op: FilterOperator, ...texts: string[]): string {
  return readBy(locale, () => {
    const reading = typedComparison(field(name), op, texts);
    return 'value' in reading
      ? comparisonWords(field(name), reading.value, readerWriting(noEntityNames))
      : reading.fault;
  });
}

describe('a filter that a person types', () => {
  it('has numbers as its reader writes them, and shows them back', () => {
    expect(typed('de', 'Amount', 'ge', '20.000')).toEqual({ value: { op: 'ge', value: 20_000 } });
    expect(shownBack('de', 'Amount', 'ge', '20.000')).toBe('is at least 20.000,00');
    expect(typed('de', 'Amount', 'ge', '100,5')).toEqual({ value: { op: 'ge', value: 100.5 } });
    expect(typed('en', 'Amount', 'ge', '1,000.50')).toEqual({ value: { op: 'ge', value: 1000.5 } });
    expect(shownBack('en', 'Amount', 'ge', '20.000')).toBe('is at least 20.00');
    expect(shownBack('en', 'Quantity', 'between', '1', '2,000.5')).toBe('is between 1 and 2,000.5');
    expect(shownBack('en', 'LineNo', 'eq', '1,230,000')).toBe('is 1230000');
    expect(shownBack('en', 'Quantity', 'eq', '1.1234567')).toBe('is 1.1234567');
  });

  it.each([
    ['en', 'Amount', '> 1000', 'is more than 1,000.00'],
    ['en', 'Amount', '>=1,000.50', 'is at least 1,000.50'],
    ['en', 'Amount', '<-5', 'is less than -5.00'],
    ['en', 'Amount', '<> 0', 'is not 0.00'],
    ['en', 'Amount', '10..20', 'is between 10.00 and 20.00'],
    ['en', 'Amount', '..20', 'is at most 20.00'],
    ['en', 'Amount', '10..', 'is at least 10.00'],
    ['en', 'Amount', '>=10&<=20', 'is between 10.00 and 20.00'],
    ['en', 'Amount', '=5', 'is 5.00'],
    ['de', 'Amount', '1,5..2,5', 'is between 1,50 and 2,50'],
    ['fr', 'Amount', '> 1,5', 'is more than 1,50'],
    ['en', 'LineNo', '10|20', 'is 10 or 20'],
  ])('has signs as Business Central writes them, %s %s: %s', (locale, name, text, words) => {
    expect(shownBack(locale, name, 'eq', text)).toBe(words);
    expect(shownBack(locale, name, 'ge', text)).toBe(words);
  });

  it.each(['>10&<20', '1..2..3', '1*', '>', '>10|20'])('has no signs that say more: %s', (text) => {
    expect(shownBack('en', 'Amount', 'eq', text)).toMatch(/is not understood as one comparison/);
  });

  it('has no year in two digits, as a date field makes of 26', () => {
    const words = 'No line is of the year 26. Write the year in four digits, 1753 or later.';
    expect(shownBack('en', 'PostingDate', 'ge', '0026-11-09')).toBe(words);
    expect(typed('en', 'PostingDate', 'ge', '1753-01-01')).toEqual({
      value: { op: 'ge', value: '1753-01-01' },
    });
  });

  it('is refused in words where it is no value of the field', () => {
    expect(shownBack('en', 'Amount', 'ge', '1,5')).toContain('more than one way');
    expect(shownBack('en', 'LineNo', 'eq', '1.5')).toBe('Line No. has whole numbers only.');
    expect(shownBack('en', 'Amount', 'between', '2', '1')).toBe('Amount must have its lower value first.');
    expect(shownBack('en', 'PostingDate', 'eq', '')).toBe('Enter a day.');
    expect(shownBack('en', 'Description', 'contains', ' ')).toBe('Description needs a text to look for.');
    expect(shownBack('en', 'ItemNo', 'in', '\n')).toContain('each on a line of its own');
    expect(shownBack('en', 'ItemNo', 'matches', 'A|1..2..3')).toContain('“1..2..3” is not understood');
  });

  it('takes a pasted column as a list', () => {
    const pasted = '1896-S\r\n1900-S\r\n\r\n1896-S\r\n';
    expect(typed('en', 'ItemNo', 'in', pasted)).toEqual({
      value: { op: 'in', values: ['1896-S', '1900-S'] },
    });
    expect(shownBack('en', 'ItemNo', 'in', pasted)).toBe('is 1896-S or 1900-S');
    expect(shownBack('en', 'ItemNo', 'in', 'A\nB\nC\nD\nE\nF')).toBe('is A, B, C, D or 2 other values');
    expect(typed('de', 'Amount', 'in', '1.000,50\n7')).toEqual({ value: { op: 'in', values: [1000.5, 7] } });
    expect(typed('de', 'PostingDate', 'in', '1.11.2026\n2026-11-02')).toEqual({
      value: { op: 'in', values: ['2026-11-01', '2026-11-02'] },
    });
  });

  it('knows an option without a caption as empty', () => {
    expect(shownBack('en', 'EntryType', 'in', 'Sale', ' ')).toBe('is Sale or (empty)');
    expect(shownBack('en', 'EntryType', 'eq', ' ')).toBe('is empty');
  });

  it('has times with or without seconds', () => {
    expect(typed('en', 'StartingTime', 'ge', '08:30')).toEqual({ value: { op: 'ge', value: '08:30:00' } });
  });
});
