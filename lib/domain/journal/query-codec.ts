import { slowPartsOf } from './conditions';
import {
  batchField,
  daysCondition,
  listed,
  normalConditions,
  postingDays,
  shortFilters,
} from './conditions-list';
import { readFieldFilter, writeFieldFilter } from './field-filter';
import { mostSlowParts } from './filter-value';
import { defaultJournalQuery, type FieldFilter, type JournalQuery } from './query';
import {
  batchesOf,
  journalParameters,
  mostEntities,
  mostFilters,
  writeBatch,
  type AddressParts,
} from './query-parameters';

type Name = keyof AddressParts;

const names = Object.keys(journalParameters) as Name[]; // the record has exactly these keys

/** Names of all parameters of a query. */
export const parameterNames: readonly string[] = [...names, 'filter'];

/** Names of those parameters that choose among the lines. */
export const conditionNames: readonly string[] = [
  ...(['entity', 'batch', 'from', 'to', 'item', 'location', 'q', 'check', 'today'] satisfies Name[]),
  'filter',
];

const noConditions = { entity: [], batch: [], from: '', to: '', item: '', location: '' } as const;

/** A parameter that is not understood. */
export interface ParameterFault {
  parameter: string;
  /** As it stands in the address: `from=2026-31-10`. */
  written: string;
  /** Why, in words that follow the parameter's name. */
  words: string;
}

/** The parameters of an address that say the same as the query; defaults are left out, lists repeat their name. */
export function encodeJournalQuery(query: JournalQuery): Record<string, string[]> {
  const { parts, filter } = partsOf(query);
  const record: Record<string, string[]> = {};
  for (const name of names) {
    const values = textsOf(name, parts);
    if (values.length > 0) record[name] = values;
  }
  if (filter.length > 0) record['filter'] = filter.map(writeFieldFilter);
  return record;
}

function textsOf<N extends Name>(name: N, parts: AddressParts): string[] {
  return journalParameters[name].write(parts[name]);
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
  const parts: Record<string, unknown> = { ...defaultJournalQuery, ...noConditions };
  let filter: FieldFilter[] = [];
  const faults: ParameterFault[] = [];
  for (const [parameter, given] of Object.entries(record)) {
    const texts = typeof given === 'string' ? [given] : given;
    const fault = (words: string, of = texts): void => {
      faults.push({ parameter, written: of.map((text) => `${parameter}=${text}`).join(' & '), words });
    };
    const name = names.find((known) => known === parameter);
    if (parameter === 'filter') {
      if (texts.length > mostFilters) fault(`may be given ${mostFilters} times at most.`, []);
      filter = texts.slice(0, mostFilters).flatMap((text) => {
        const reading = readFieldFilter(text);
        if ('value' in reading) return [reading.value];
        fault(reading.fault, [text]);
        return [];
      });
    } else if (name === undefined) fault('is not a parameter of this address.');
    else if (texts.length > 0) {
      const reading = journalParameters[name].read(texts);
      if ('fault' in reading) fault(reading.fault);
      else parts[name] = reading.value;
    }
  }
  // Each part has its default or what its own parameter read, of its type.
  let read = { parts: parts as unknown as AddressParts, filter };
  for (const parameter of ['filter', 'location', 'item'] as const) {
    const slow = slowPartsOf(queryOf(read));
    const rest =
      parameter === 'filter'
        ? { ...read, filter: [] }
        : { ...read, parts: { ...read.parts, [parameter]: '' } };
    if (slow <= mostSlowParts || slowPartsOf(queryOf(rest)) === slow) continue;
    faults.push({ parameter, written: parameter, words: tooSlow(slow) });
    read = rest;
  }
  return { query: queryOf(read, fixed), faults };
}

/** A query apart: what its short parameters say, and the conditions that only `filter` can say. */
interface Apart {
  parts: AddressParts;
  filter: readonly FieldFilter[];
}

function queryOf({ parts, filter }: Apart, fixed: FieldFilter | null = null): JournalQuery {
  const { entity, batch, from, to, item, location, ...others } = parts;
  const days = daysCondition({ from, to });
  const short: FieldFilter[] = [
    ...(entity.length === 0 ? [] : [{ field: 'BssiEntityID', op: 'in', values: entity } as const]),
    ...(batch.length === 0 ? [] : [{ field: batchField, op: 'in', values: batch.map(writeBatch) } as const]),
    ...(days === null ? [] : [{ field: 'PostingDate', ...days }]),
    ...(item === '' ? [] : [{ field: 'ItemNo', op: 'matches', value: item } as const]),
    ...(location === '' ? [] : [{ field: 'LocationCode', op: 'matches', value: location } as const]),
  ];
  return { ...others, filters: normalConditions([...short, ...filter], fixed) };
}

function partsOf({ filters, ...others }: JournalQuery): Apart {
  const short = new Map(shortFilters({ filters }).map((one) => [one, shortParts(one)]));
  return {
    parts: Object.assign({ ...others, ...noConditions }, ...short.values()) as AddressParts, // each value is a part of it
    filter: filters.filter((one) => short.get(one) == null),
  };
}

/** What the short parameter of a condition's field says; null: it has no room for that. */
function shortParts(filter: FieldFilter): Partial<AddressParts> | null {
  const values = listed(filter) ?? [];
  const [text = ''] = filter.op === 'matches' ? [String(filter.value)] : [];
  switch (filter.field) {
    case 'BssiEntityID':
      return values.length > mostEntities ? null : { entity: values };
    case batchField:
      return { batch: batchesOf(values) };
    case 'PostingDate':
      return postingDays({ filters: [filter] });
    case 'ItemNo':
      return { item: text };
    default:
      return { location: text };
  }
}

function tooSlow(parts: number): string {
  return `cannot be used: the filters together look for ${parts} patterns, ranges and parts of texts; ${mostSlowParts} are the most.`;
}
