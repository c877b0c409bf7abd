import type { Condition } from './filter-evaluate';
import type { SecurityData } from './security-data';

/** A filter taken apart: which records, which entities, which values. */
interface CellTest {
  /** The only records that can match, in order, or null for all. */
  candidates: readonly number[] | null;
  record: (record: number) => boolean;
  entities: Uint8Array;
  allowed: readonly [boolean, boolean];
  /** Whether some combination can match at all (SystemId is zero everywhere). */
  possible: boolean;
}

const of = (conditions: readonly Condition[], field: string): Condition[] =>
  conditions.filter((condition) => condition.field === field);
const all = (conditions: readonly Condition[], value: string | boolean): boolean =>
  conditions.every((condition) => condition.test(value));

/** Takes conditions apart by field, which is possible since an `or` never crosses fields. */
export function makeCellTest(data: SecurityData, conditions: readonly Condition[]): CellTest {
  const { records, entities } = data;
  const onType = of(conditions, 'BssiMasterRecordType');
  const onId = of(conditions, 'BssiMasterRecordID');
  const onEntity = of(conditions, 'BssiEntityID');
  const onValue = of(conditions, 'BssiAccessible');
  const types = records.types.map((type) => all(onType, type));
  const exact = onId.find((condition) => condition.equals !== null)?.equals ?? null;
  return {
    candidates:
      exact === null
        ? null
        : records.types.map((_name, type) => data.findRecord(type, exact)).filter((record) => record >= 0),
    record: (record) => types[records.typeOf[record] ?? 0] === true && all(onId, records.ids[record] ?? ''),
    entities: Uint8Array.from(entities.codes, (code) => (all(onEntity, code) ? 1 : 0)),
    allowed: [all(onValue, false), all(onValue, true)],
    possible: all(of(conditions, 'SystemId'), '00000000-0000-0000-0000-000000000000'),
  };
}

function* matchingRecords(data: SecurityData, test: CellTest, first: number): Generator<number> {
  if (!test.possible) return;
  if (test.candidates !== null) {
    for (const record of test.candidates) if (record >= first && test.record(record)) yield record;
    return;
  }
  for (let record = first; record < data.records.ids.length; record += 1)
    if (test.record(record)) yield record;
}

/** Calls `visit` with each matching row from `from` on, in natural order, until it answers false. */
export function forEachCell(
  data: SecurityData,
  test: CellTest,
  from: number,
  visit: (row: number) => boolean,
): void {
  const width = data.entities.codes.length;
  const access = new Uint8Array(width);
  const anyValue = test.allowed[0] && test.allowed[1];
  for (const record of matchingRecords(data, test, Math.floor(from / width))) {
    if (!anyValue) data.fillRow(record, access);
    for (let entity = Math.max(0, from - record * width); entity < width; entity += 1) {
      if (test.entities[entity] === 0) continue;
      if (!anyValue && !test.allowed[access[entity] === 1 ? 1 : 0]) continue;
      if (!visit(record * width + entity)) return;
    }
  }
}

/** Number of matching rows. */
export function countCells(data: SecurityData, test: CellTest): number {
  let count = 0;
  forEachCell(data, test, 0, () => {
    count += 1;
    return true;
  });
  return count;
}
