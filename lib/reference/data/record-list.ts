import { LONG_ITEM_NUMBER, RECORD_TYPES } from './record-catalogue';
import type { Size } from './size';

/** All master records in the order of the service: by type, then by number. */
export interface Records {
  types: readonly string[];
  /** Where each type begins in `ids`; one more entry than types, the last is the total. */
  starts: readonly number[];
  typeOf: Uint8Array;
  ids: readonly string[];
}

function countsPerType(total: number): number[] {
  const counts = RECORD_TYPES.map((rule) => Math.min(rule.cap, Math.floor(total * rule.share)));
  const customers = RECORD_TYPES.findIndex((rule) => rule.name === 'Customer');
  const rest = total - counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, type) => (type === customers ? count + rest : count));
}

function numbersOf(type: number, count: number, long: boolean): string[] {
  const rule = RECORD_TYPES[type];
  if (rule === undefined) throw new RangeError(`There is no record type ${type}.`);
  const first = long && rule.name === 'Item' ? [...rule.first, LONG_ITEM_NUMBER] : rule.first;
  const ids = first.slice(0, count);
  for (let n = 0; ids.length < count; n += 1) ids.push(rule.next(n));
  return ids.sort((a, b) => (a < b ? -1 : 1));
}

/** Makes the record list of a size: exactly `size.records` records, shared out over the types. */
export function makeRecords(size: Size): Records {
  const starts = [0];
  const ids: string[] = [];
  const typeOf = new Uint8Array(size.records);
  countsPerType(size.records).forEach((count, type) => {
    for (const id of numbersOf(type, count, size.longRecordId)) {
      typeOf[ids.length] = type;
      ids.push(id);
    }
    starts.push(ids.length);
  });
  return { types: RECORD_TYPES.map((rule) => rule.name), starts, typeOf, ids };
}

/** The numbers of one type, in order; empty when the size has none of it. */
export function idsOfType(records: Records, name: string): readonly string[] {
  const type = records.types.indexOf(name);
  return type < 0 ? [] : records.ids.slice(records.starts[type], records.starts[type + 1]);
}
