import { journalField } from './field-index';
import { isCalendarDate } from '@/lib/domain/calendar-day';
import { filterValueForm, isWholeText, readFilterValue } from './filter-value';
import { filterOperators, operatorsOf } from './operators';
import {
  defaultJournalQuery,
  largestPageSize,
  type BatchName,
  type FieldFilter,
  type JournalQuery,
  type SortKey,
} from './query';

/** What reading a parameter came to: its value, or why not, in words that follow the parameter's name. */
export type Reading<T> = { value: T } | { fault: string };

/** How one part of a query is written in an address. `read` gets every occurrence of the parameter, at least one. */
export interface QueryParameter<T> {
  name: string;
  read: (values: readonly string[]) => Reading<T>;
  write: (value: T) => string[];
}

const fault = (words: string): { fault: string } => ({ fault: words });

function single<T>(read: (text: string) => Reading<T>): (values: readonly string[]) => Reading<T> {
  return (values) => (values.length === 1 ? read(values[0] ?? '') : fault('may be given once only.'));
}

function wholeNumber(name: 'page' | 'pageSize', largest: number): QueryParameter<number> {
  return {
    name,
    read: single((text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
      return value >= 1 && value <= largest
        ? { value }
        : fault(`must be a whole number from 1 to ${largest}.`);
    }),
    write: (value) => (value === defaultJournalQuery[name] ? [] : [String(value)]),
  };
}

function shortText(name: string, longest: number): QueryParameter<string> {
  return {
    name,
    read: single((text) => {
      const value = text.trim();
      if (!isWholeText(value)) return fault('holds a character that no text can have.');
      return value.length <= longest ? { value } : fault(`may have at most ${longest} characters.`);
    }),
    write: (value) => (value === '' ? [] : [value]),
  };
}

function date(name: string): QueryParameter<string> {
  return {
    name,
    read: single((text) =>
      text === '' || isCalendarDate(text)
        ? { value: text }
        : fault('must be a day of the calendar as YYYY-MM-DD.'),
    ),
    write: (value) => (value === '' ? [] : [value]),
  };
}

function fieldNames(text: string): Reading<string[]> {
  const names = text.split(',');
  const unknown = names.find((name) => !journalField(name));
  if (unknown !== undefined)
    return fault(`names “${unknown.slice(0, 60)}”, which is no field of a journal line.`);
  return new Set(names).size === names.length ? { value: names } : fault('names a field twice.');
}

const sort: QueryParameter<readonly SortKey[]> = {
  name: 'sort',
  read: single((text) => {
    if (text === '') return { value: [] };
    const names = fieldNames(text.replace(/(^|,)-/g, '$1'));
    if ('fault' in names) return names;
    if (names.value.length > 5) return fault('may name at most 5 fields.');
    if (names.value.includes('@odata.etag')) return fault('cannot use the record tag.');
    const signs = text.split(',').map((part) => part.startsWith('-'));
    return { value: names.value.map((field, at) => ({ field, descending: signs[at] ?? false })) };
  }),
  write: (keys) =>
    keys.length === 0
      ? []
      : [keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',')],
};

const entities: QueryParameter<readonly string[]> = {
  name: 'entity',
  read: (values) => {
    const ids = [...new Set(values.map((value) => value.trim()))];
    if (ids.length > 200) return fault('may be given 200 times at most.');
    return ids.every((id) => id.length <= 250 && isWholeText(id))
      ? { value: ids }
      : fault('may have at most 250 whole characters.');
  },
  write: (ids) => [...ids],
};

// A slash inside a template's name is written %2F, so that the first bare slash always parts the two names.
const batch: QueryParameter<BatchName | null> = {
  name: 'batch',
  read: single((text) => {
    if (text === '') return { value: null };
    const slash = text.indexOf('/');
    const template = text.slice(0, Math.max(slash, 0)).replaceAll('%2F', '/').replaceAll('%25', '%').trim();
    const name = text.slice(slash + 1).trim();
    const usable = template !== '' && name !== '' && text.length <= 250 && isWholeText(text);
    return usable
      ? { value: { template, batch: name } }
      : fault('must be TEMPLATE/BATCH, such as ITEM/DEFAULT.');
  }),
  write: (value) =>
    value ? [`${value.template.replaceAll('%', '%25').replaceAll('/', '%2F')}/${value.batch}`] : [],
};

const filters: QueryParameter<readonly FieldFilter[]> = {
  name: 'filter',
  read: (values) => {
    if (values.length > 20) return fault('may be given 20 times at most.');
    const read: FieldFilter[] = [];
    for (const text of values) {
      const one = fieldFilter(text);
      if ('fault' in one) return one;
      read.push(one.value);
    }
    return { value: read };
  },
  write: (list) => list.map(({ field, op, value }) => `${field}~${op}~${String(value)}`),
};

function fieldFilter(text: string): Reading<FieldFilter> {
  const [name = '', operator = '', ...rest] = text.split('~');
  const field = journalField(name);
  if (!field) return fault(`names “${name.slice(0, 60)}”, which is no field of a journal line.`);
  const op = filterOperators.find((known) => known === operator);
  const allowed = operatorsOf[field.kind];
  if (!op || !allowed.includes(op) || rest.length === 0) {
    return fault(`on ${name} must be ${name}~op~value with op one of ${allowed.join(', ') || 'none'}.`);
  }
  const value = readFilterValue(field.kind, rest.join('~'));
  if (value === undefined) return fault(`on ${name} needs ${filterValueForm(field.kind)}.`);
  if (typeof value === 'string' && value.trim() === '' && op !== 'eq' && op !== 'ne')
    return fault(`on ${name} needs a text to look for.`);
  return { value: { field: name, op, value } };
}

const columns: QueryParameter<readonly string[]> = {
  name: 'columns',
  read: single((text) => (text === '' ? { value: [] } : fieldNames(text))),
  write: (names) => (names.length === 0 ? [] : [names.join(',')]),
};

/** Every part of a journal query with its parameter. */
export const journalParameters: { readonly [K in keyof JournalQuery]: QueryParameter<JournalQuery[K]> } = {
  page: wholeNumber('page', 1_000_000),
  pageSize: wholeNumber('pageSize', largestPageSize),
  sort,
  entities,
  batch,
  from: date('from'),
  to: date('to'),
  item: shortText('item', 250),
  location: shortText('location', 250),
  q: shortText('q', 200),
  filters,
  columns,
};
