import { journalCheck } from './checks';
import { journalField } from './field-index';
import type { FilterValue } from './filter-value';
import { operatorWords } from './operators';
import { firstPostingDay } from './posting-period';
import { listedCodes } from './own-parameters';
import type { FieldFilter, JournalQuery } from './query';

/**
 * Every condition of a query in words, whole and alike for all readers: a file that goes to others names every value,
 * with dates and numbers as the interface writes them.
 */
export function queryWords(query: JournalQuery): string[] {
  const { batches, entities, from, to, item, location, q, check, today } = query;
  const words: string[] = [];
  if (batches.length > 0)
    words.push(`Batch is ${batches.map(({ template, batch }) => `${template}/${batch}`).join(' or ')}`);
  if (entities.length > 0) words.push(`Entity ID is ${entities.map(shown).join(' or ')}`);
  if (from === firstPostingDay) words.push('Posting Date is not empty');
  else if (from !== '') words.push(`Posting Date is on or after ${from}`);
  if (to !== '') words.push(`Posting Date is on or before ${to}${from === '' ? ', or empty' : ''}`);
  if (item !== '') words.push(`Item No. ${codesWords(item)}`);
  if (location !== '') words.push(`Location Code ${codesWords(location)}`);
  words.push(...query.filters.map(filterWords));
  if (q !== '') words.push(`contains ${shown(q)}`);
  if (check)
    words.push(`check “${journalCheck(check)?.title ?? check}”${today === '' ? '' : ` as of ${today}`}`);
  return words;
}

function codesWords(text: string): string {
  const codes = listedCodes(text);
  return codes === null ? `matches ${shown(text)}` : `is ${codes.map(shown).join(' or ')}`;
}

function filterWords({ field: name, ...comparison }: FieldFilter): string {
  const field = journalField(name);
  const begin = field ? `${field.label} ${operatorWords(comparison.op, field.kind)}` : name;
  const write = field?.kind === 'string' ? shown : String;
  switch (comparison.op) {
    case 'empty':
    case 'notempty':
      return begin;
    case 'between':
      return `${begin} ${write(comparison.from)} and ${write(comparison.to)}`;
    case 'in':
      return `${begin} ${comparison.values.map(write).join(' or ')}`;
    default:
      return `${begin} ${write(comparison.value)}`;
  }
}

function shown(value: FilterValue): string {
  if (typeof value !== 'string') return String(value);
  return value.trim() === '' ? 'empty' : `“${value}”`;
}
