import { checkIds, journalCheck, type CheckId } from './checks';
import { journalField } from './field-index';
import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { syntaxFault } from './field-filter';
import { isWholeText, longestFilterSyntax } from './filter-value';
import {
  defaultJournalQuery,
  mostSortKeys,
  largestPageSize,
  type BatchName,
  type JournalQuery,
  type LineKey,
  type SortKey,
} from './query';

/** The value of a parameter, or why it has none, in words that follow the parameter's name. */
type Reading<T> = { value: T } | { fault: string };

/** How an address writes a part of a query. `read` gets every occurrence of the parameter, at least one. */
interface QueryParameter<T> {
  read: (values: readonly string[]) => Reading<T>;
  write: (value: T) => string[];
}

const fault = (words: string): { fault: string } => ({ fault: words });

function single<T>(read: (text: string) => Reading<T>): (values: readonly string[]) => Reading<T> {
  return (values) => (values.length === 1 ? read(values[0] ?? '') : fault('may be given once only.'));
}

function wholeNumber(name: 'page' | 'pageSize', largest: number): QueryParameter<number> {
  return {
    read: single((text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
      return value >= 1 && value <= largest
        ? { value }
        : fault(`must be a whole number from 1 to ${largest}.`);
    }),
    write: (value) => (value === defaultJournalQuery[name] ? [] : [String(value)]),
  };
}

function shortText(longest: number): QueryParameter<string> {
  return {
    read: single((text) => {
      const value = text.trim();
      if (!isWholeText(value)) return fault('holds a character that no text can have.');
      return value.length <= longest ? { value } : fault(`may have at most ${longest} characters.`);
    }),
    write: (value) => (value === '' ? [] : [value]),
  };
}

const syntax = shortText(longestFilterSyntax);

/** What a code matches, in filter syntax. */
const codeFilter: QueryParameter<string> = {
  ...syntax,
  read: (values) => {
    const reading = syntax.read(values);
    const words = 'value' in reading && reading.value !== '' ? syntaxFault(reading.value, '|,') : null;
    return words === null ? reading : fault(`cannot be used: ${words}`);
  },
};

const date: QueryParameter<string> = {
  read: single((text) =>
    text === '' || isBusinessCentralDay(text)
      ? { value: text }
      : fault('must be a day of the calendar as YYYY-MM-DD, in the year 1753 or later.'),
  ),
  write: (value) => (value === '' ? [] : [value]),
};

function fieldNames(text: string): Reading<string[]> {
  const names = text.split(',');
  const unknown = names.find((name) => !journalField(name));
  if (unknown !== undefined)
    return fault(`names “${unknown.slice(0, 60)}”, which is no field of a journal line.`);
  return new Set(names).size === names.length ? { value: names } : fault('names a field twice.');
}

const sort: QueryParameter<readonly SortKey[]> = {
  read: single((text) => {
    if (text === '') return { value: [] };
    const names = fieldNames(text.replace(/(^|,)-/g, '$1'));
    if ('fault' in names) return names;
    if (names.value.length > mostSortKeys) return fault(`may name at most ${mostSortKeys} fields.`);
    if (names.value.includes('@odata.etag')) return fault('cannot use the record tag.');
    const signs = text.split(',').map((part) => part.startsWith('-'));
    return { value: names.value.map((field, at) => ({ field, descending: signs[at] ?? false })) };
  }),
  write: (keys) =>
    keys.length === 0
      ? []
      : [keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',')],
};

const entity: QueryParameter<readonly string[]> = {
  read: (values) => {
    const ids = [...new Set(values.map((value) => value.trim()))];
    if (ids.length > mostEntities) return fault(`may be given ${mostEntities} times at most.`);
    return ids.every((id) => id.length <= 250 && isWholeText(id))
      ? { value: ids }
      : fault('may have at most 250 whole characters.');
  },
  write: (ids) => [...ids],
};

/** Reads what `writeBatch` writes; either name may be empty. */
export function readBatch(text: string): Reading<BatchName> {
  const slash = text.indexOf('/');
  const template = text.slice(0, Math.max(slash, 0)).replaceAll('%2F', '/').replaceAll('%25', '%').trim();
  const batch = text.slice(slash + 1).trim();
  return slash >= 0 && text.length <= 250 && isWholeText(text)
    ? { value: { template, batch } }
    : fault('must be TEMPLATE/BATCH, such as ITEM/DEFAULT.');
}

/** A slash inside a template's name is written %2F, so that the first bare slash separates the two names. */
export function writeBatch({ template, batch }: BatchName): string {
  return `${template.replaceAll('%', '%25').replaceAll('/', '%2F')}/${batch}`;
}

/** Reads `TEMPLATE/BATCH/10000`, its first two parts as `writeBatch` writes them; null: it names no line. */
export function readLine(text: string): LineKey | null {
  const [, batch = '', number = ''] = /^(.+)\/(\d+)$/.exec(text) ?? [];
  const reading = readBatch(batch);
  return 'value' in reading ? { ...reading.value, lineNo: Number(number) } : null;
}

/** Writes what `readLine` reads. */
export function writeLine({ lineNo, ...batch }: LineKey): string {
  return `${writeBatch(batch)}/${String(lineNo)}`;
}

/** The batches that the texts name; others are left out. */
export function batchesOf(texts: readonly string[]): BatchName[] {
  return texts.flatMap((text) => {
    const reading = readBatch(text);
    return 'value' in reading ? [reading.value] : [];
  });
}

/** Most batches, and most entities, that one query may ask for. */
export const [mostBatches, mostEntities] = [100, 200];

const batch: QueryParameter<readonly BatchName[]> = {
  read: (values) => {
    const read = new Map<string, BatchName>();
    for (const text of values) {
      if (text === '') continue;
      const one = readBatch(text);
      if ('fault' in one) return one;
      read.set(writeBatch(one.value), one.value);
    }
    return read.size > mostBatches
      ? fault(`may be given ${mostBatches} times at most.`)
      : { value: [...read.values()] };
  },
  write: (names) => names.map(writeBatch),
};

/** Most times that an address may have the parameter `filter`. */
export const mostFilters = 20;

const check: QueryParameter<CheckId | null> = {
  read: single((text) => {
    if (text === '') return { value: null };
    const known = journalCheck(text);
    return known ? { value: known.id } : fault(`must be one of ${checkIds.join(', ')}.`);
  }),
  write: (id) => (id === null ? [] : [id]),
};

const columns: QueryParameter<readonly string[]> = {
  read: single((text) => (text === '' ? { value: [] } : fieldNames(text))),
  write: (names) => (names.length === 0 ? [] : [names.join(',')]),
};

/** A query as its address has it: conditions on five fields, as their short parameters say them, stand apart. */
export interface AddressParts extends Omit<JournalQuery, 'filters'> {
  entity: readonly string[];
  batch: readonly BatchName[];
  /** First and last posting date, `YYYY-MM-DD` or empty. */
  from: string;
  to: string;
  /** What the item number and the location code match, in Business Central's filter syntax. */
  item: string;
  location: string;
}

/** Every parameter of a query but `filter`, by its name in an address. */
export const journalParameters: { readonly [K in keyof AddressParts]: QueryParameter<AddressParts[K]> } = {
  page: wholeNumber('page', 1_000_000),
  pageSize: wholeNumber('pageSize', largestPageSize),
  sort,
  entity,
  batch,
  from: date,
  to: date,
  item: codeFilter,
  location: codeFilter,
  q: shortText(200),
  check,
  today: date,
  columns,
};
