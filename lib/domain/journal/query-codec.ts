import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { readBatch, writeBatch } from './batch-name';
import { checkIds, journalCheck, type CheckId } from './checks';
import { batchField, daysCondition, normalConditions, postingDays, shortFilters } from './conditions-list';
import { readFieldFilter, slowPartsOf, syntaxFault, writeFieldFilter, type Reading } from './field-filter';
import { journalField } from './field-index';
import { isWholeText, longestFilterSyntax, mostBatches, mostEntities, mostSlowParts } from './filter-value';
import {
  defaultJournalQuery,
  largestPageSize,
  mostSortKeys,
  type FieldFilter,
  type JournalQuery,
  type SortKey,
} from './query';

const fault = (words: string): { fault: string } => ({ fault: words });

/** How an address says a part of a query. The default of the part is left out. */
interface Parameter<T> {
  read: (text: string) => Reading<T>;
  write: (value: T) => string;
}

function wholeNumber(largest: number): Parameter<number> {
  return {
    read: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
      return value >= 1 && value <= largest
        ? { value }
        : fault(`must be a whole number from 1 to ${largest}.`);
    },
    write: String,
  };
}

function shortText(longest: number): Parameter<string> {
  return {
    read: (text) => {
      const value = text.trim();
      if (!isWholeText(value)) return fault('holds a character that no text can have.');
      return value.length <= longest ? { value } : fault(`may have at most ${longest} characters.`);
    },
    write: String,
  };
}

const day: Parameter<string> = {
  read: (text) =>
    text === '' || isBusinessCentralDay(text)
      ? { value: text }
      : fault('must be a day of the calendar as YYYY-MM-DD, in the year 1753 or later.'),
  write: String,
};

function fieldNames(text: string): Reading<string[]> {
  const names = text === '' ? [] : text.split(',');
  const unknown = names.find((name) => !journalField(name));
  if (unknown !== undefined)
    return fault(`names “${unknown.slice(0, 60)}”, which is no field of a journal line.`);
  return new Set(names).size === names.length ? { value: names } : fault('names a field twice.');
}

const sort: Parameter<readonly SortKey[]> = {
  read: (text) => {
    const names = fieldNames(text.replace(/(^|,)-/g, '$1'));
    if ('fault' in names) return names;
    if (names.value.length > mostSortKeys) return fault(`may name at most ${mostSortKeys} fields.`);
    if (names.value.includes('@odata.etag')) return fault('cannot use the record tag.');
    const signs = text.split(',').map((part) => part.startsWith('-'));
    return { value: names.value.map((field, at) => ({ field, descending: signs[at] ?? false })) };
  },
  write: (keys) => keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join(','),
};

const check: Parameter<CheckId | null> = {
  read: (text) => {
    const known = text === '' ? null : journalCheck(text)?.id;
    return known === undefined ? fault(`must be one of ${checkIds.join(', ')}.`) : { value: known };
  },
  write: (id) => id ?? '',
};

type Part = keyof Omit<JournalQuery, 'filters'>;

/** The parameters of a query that are no conditions on fields. Each may be given once. */
const parameters: { readonly [K in Part]: Parameter<JournalQuery[K]> } = {
  page: wholeNumber(1_000_000),
  pageSize: wholeNumber(largestPageSize),
  sort,
  q: shortText(200),
  check,
  today: day,
  columns: { read: fieldNames, write: (names) => names.join(',') },
};

type ReadFilters = (texts: readonly string[]) => Reading<FieldFilter[]>;

/** A short parameter for a list; it repeats its name for each value. */
function list(field: string, most: number, form: string, read: (text: string) => string | null): ReadFilters {
  return (texts) => {
    const values = [...new Set(texts.map(read))];
    if (values.length > most) return fault(`may be given ${most} times at most.`);
    if (!values.every((value) => value !== null)) return fault(form);
    return { value: values.length === 0 ? [] : [{ field, op: 'in', values }] };
  };
}

/** A short parameter for what a code matches, in filter syntax. */
function syntax(field: string): ReadFilters {
  return ([given = '']) => {
    const reading = shortText(longestFilterSyntax).read(given);
    if ('fault' in reading || reading.value === '') return 'fault' in reading ? reading : { value: [] };
    const words = syntaxFault(reading.value, '|,');
    return words === null
      ? { value: [{ field, op: 'matches', value: reading.value }] }
      : fault(`cannot be used: ${words}`);
  };
}

const isEntity = (id: string): boolean => id.length <= 250 && isWholeText(id);

const entities = list('BssiEntityID', mostEntities, 'may have at most 250 whole characters.', (text) =>
  isEntity(text.trim()) ? text.trim() : null,
);
const batches = list(batchField, mostBatches, 'must be TEMPLATE/BATCH, such as ITEM/DEFAULT.', (text) => {
  const name = readBatch(text);
  return name && writeBatch(name);
});
const codes = { item: syntax('ItemNo'), location: syntax('LocationCode') };
const shortNames: Readonly<Record<string, string>> = {
  ...{ BssiEntityID: 'entity', [batchField]: 'batch', ItemNo: 'item', LocationCode: 'location' },
};

/** Most times that an address may have the parameter `filter`. */
const mostFilters = 20;

/** Names of all parameters that choose among the lines. */
export const conditionNames: readonly string[] = [
  ...['entity', 'batch', 'from', 'to', 'item', 'location', 'q', 'filter', 'check', 'today'],
];

/** Names of all parameters of a query. */
export const parameterNames: readonly string[] = [
  ...new Set([...Object.keys(parameters), ...conditionNames]),
];

/** A parameter that is not understood. */
export interface ParameterFault {
  parameter: string;
  /** As it stands in the address: `from=2026-31-10`. */
  written: string;
  /** Why, in words that follow the parameter's name. */
  words: string;
}

/**
 * The parameters of an address that say the same as the query. Of each field, the short parameter says the first
 * condition that it can say; `filter` says the others.
 */
export function encodeJournalQuery(query: JournalQuery): Record<string, string[]> {
  const record: Record<string, string[]> = {};
  for (const part of Object.keys(parameters) as Part[]) Object.assign(record, textOf(part, query)); // its own keys
  const short = shortFilters(query);
  for (const filter of short) Object.assign(record, shortTexts(filter));
  const others = query.filters.filter((one) => !short.includes(one));
  if (others.length > 0) record['filter'] = others.map(writeFieldFilter);
  return record;
}

function textOf<P extends Part>(part: P, query: JournalQuery): Record<string, string[]> {
  const { write } = parameters[part];
  const text = write(query[part]);
  return text === write(defaultJournalQuery[part]) ? {} : { [part]: [text] };
}

function shortTexts(filter: FieldFilter): Record<string, string[]> {
  const name = shortNames[filter.field] ?? '';
  if (filter.op === 'in') return { [name]: filter.values.map(String) };
  if (filter.op === 'matches') return { [name]: [String(filter.value)] };
  const { from, to } = postingDays({ filters: [filter] });
  return { ...(from !== '' && { from: [from] }), ...(to !== '' && { to: [to] }) };
}

/**
 * Reads the parameters of an address: the query without the parameters that are not understood, and these. A page shows
 * the faults; the HTTP interface refuses a request that has one.
 * @param fixed days of a period: a condition that other conditions on its field leave as it is.
 */
export function decodeJournalQuery(
  record: Readonly<Record<string, string | readonly string[]>>,
  fixed: FieldFilter | null = null,
): { query: JournalQuery; faults: ParameterFault[] } {
  const parts: Record<string, unknown> = { ...defaultJournalQuery };
  const days = { from: '', to: '' };
  const found: Record<string, FieldFilter[]> = {};
  const faults: ParameterFault[] = [];
  for (const [parameter, given] of Object.entries(record)) {
    const texts = typeof given === 'string' ? [given] : given;
    const [text, more] = texts;
    const take = <T>(reading: Reading<T>, use: (value: T) => void, of = texts): void => {
      const written = of.map((one) => `${parameter}=${one}`).join(' & ');
      if ('fault' in reading) faults.push({ parameter, written, words: reading.fault });
      else use(reading.value);
    };
    const keep = (filters: FieldFilter[]) => (found[parameter] = [...(found[parameter] ?? []), ...filters]);
    if (!parameterNames.includes(parameter)) take(fault('is not a parameter of this address.'), keep);
    else if (text === undefined) continue;
    else if (parameter === 'filter') {
      if (texts.length > mostFilters) take(fault(`may be given ${mostFilters} times at most.`), keep, []);
      for (const one of texts.slice(0, mostFilters))
        take(readFieldFilter(one), (filter) => void keep([filter]), [one]);
    } else if (parameter === 'entity') take(entities(texts), keep);
    else if (parameter === 'batch') take(batches(texts.filter((one) => one !== '')), keep);
    else if (more !== undefined) take(fault('may be given once only.'), keep);
    else if (parameter === 'item' || parameter === 'location') take(codes[parameter](texts), keep);
    else if (parameter === 'from' || parameter === 'to')
      take(day.read(text), (value) => (days[parameter] = value));
    // The other names are those of `parameters`, and each reads a part of the query of its type.
    else take<unknown>(parameters[parameter as Part].read(text), (value) => (parts[parameter] = value));
  }
  for (const parameter of ['filter', 'location', 'item']) {
    const slow = slowPartsOf(Object.values(found).flat());
    if (slow <= mostSlowParts || slowPartsOf(found[parameter] ?? []) === 0) continue;
    faults.push({ parameter, written: parameter, words: tooSlow(slow) });
    found[parameter] = [];
  }
  const { entity = [], batch = [], item = [], location = [], filter = [] } = found;
  const dates = daysCondition(days);
  const ofDays = dates === null ? [] : [{ field: 'PostingDate', ...dates }];
  const filters = normalConditions([...entity, ...batch, ...ofDays, ...item, ...location, ...filter], fixed);
  return { query: { ...(parts as unknown as JournalQuery), filters }, faults };
}

function tooSlow(parts: number): string {
  return `cannot be used: the filters together look for ${parts} patterns, ranges and parts of texts; ${mostSlowParts} are the most.`;
}
