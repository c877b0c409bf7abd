import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import type { JournalFieldKind } from './fields';

/** Most characters of a text that a filter compares with. */
export const longestFilterText = 250;

/** Most characters of a text in filter syntax: room for a list of several hundred codes. */
export const longestFilterSyntax = 4000;

/** Most values of one list. */
export const mostFilterValues = 500;

/** Most batches, and most entities, that one query may ask for. */
export const [mostBatches, mostEntities] = [100, 200];

/** Most patterns, ranges and searches for parts of a text in one query: each of them reads all lines. */
export const mostSlowParts = 20;

/** The value of a filter: a text, a number or a boolean by the kind of its field. */
export type FilterValue = string | number | boolean;

const timePattern = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const numberPattern = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const guidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a filter can look for a text: it has no control characters and no lone surrogates. */
export function isWholeText(text: string): boolean {
  return !/[\p{Cs}\p{Cc}]/u.test(text);
}

/** Reads a value that an address has; undefined: it is no value of the kind. */
export function readFilterValue(kind: JournalFieldKind, text: string): FilterValue | undefined {
  switch (kind) {
    case 'string':
      return text.length <= longestFilterText && isWholeText(text) ? text : undefined;
    case 'guid':
      return guidPattern.test(text) ? text : undefined;
    case 'integer':
      return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : undefined;
    case 'decimal':
      return numberPattern.test(text) && Number.isFinite(Number(text)) ? Number(text) + 0 : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'date':
      return isBusinessCentralDay(text) ? text : undefined;
    case 'time':
      return timePattern.test(text) ? text : undefined;
    case 'etag':
      return undefined;
  }
}

/** The form of a value of the kind, as the end of the sentence "needs …". */
export function filterValueForm(kind: JournalFieldKind): string {
  const forms: Record<JournalFieldKind, string> = {
    string: `a text of at most ${longestFilterText} characters`,
    guid: 'a GUID',
    etag: 'no filter: the record tag cannot be filtered',
    integer: 'a whole number',
    decimal: 'a number such as 12.5',
    boolean: 'true or false',
    date: 'a date as YYYY-MM-DD, in the year 1753 or later',
    time: 'a time as HH:MM:SS',
  };
  return forms[kind];
}
