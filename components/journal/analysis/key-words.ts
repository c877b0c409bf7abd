import type { JournalRow } from '@/lib/contract/journal/journal';
import { afterName, named, noEntityNames } from '@/lib/domain/access/names/named';
import { daysWords } from '@/lib/domain/day-words';
import { daysOfSpan } from '@/lib/domain/journal/date-part';
import { journalFields } from '@/lib/domain/journal/fields';
import { unsetKeyWords } from '@/lib/domain/journal/group-table';
import { groupingKey, type DatePart, type GroupingKey } from '@/lib/domain/journal/grouping';
import { dateFormat } from '@/lib/domain/reader-formats';
import type { TextParts } from '@/components/journal/table/table-model';
import { formatValue } from '@/components/journal/value-format';

/** The most frequent keys of accountants, in this order. */
const usual = [
  'BssiEntityID',
  'LocationCode',
  'EntryType',
  'ItemNo',
  'PostingDate.month',
  'PostingDate.week',
  'PostingDate',
  'PostingDate.year',
  'JournalTemplateName',
  'JournalBatchName',
  'DocumentNo',
];

export function offeredKeys(): GroupingKey[] {
  const others = journalFields.map(({ name }) => name).filter((name) => !usual.includes(name));
  return [...usual, ...others].flatMap((name) => groupingKey(name) ?? []);
}

// Days have no time zone: the page treats them as UTC, so that none shifts.
const month = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/** A key's value in words; "(empty)" where it is not set. */
export function keyWords(key: GroupingKey, value: JournalRow[string], names = noEntityNames): string {
  if (value === '' || value === ' ') return unsetKeyWords(key);
  const { field, part } = key;
  if (isEntityKey(key)) return named(String(value), names.get(String(value)));
  return part === null ? formatValue(field, value) : partWords(part, String(value));
}

export function isEntityKey({ field }: GroupingKey): boolean {
  return field.name === 'BssiEntityID';
}

function partWords(part: DatePart, value: string): string {
  if (part === 'month') return dateFormat(month).format(Date.parse(`${value}-01T00:00Z`));
  if (part === 'week') {
    const { from, to } = daysOfSpan(value, part);
    return daysWords(from, to);
  }
  return value;
}

export function nameAndId(text: string): TextParts {
  const end = text.lastIndexOf(` ${afterName('')}`);
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)];
}
