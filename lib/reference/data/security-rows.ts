import type { Collection, RowLayout } from '@/lib/reference/odata/collection';
import { type FieldValue, SECURITY_FIELDS } from '@/lib/reference/odata/fields';
import type { Condition } from '@/lib/reference/odata/filter-evaluate';
import type { SortKey } from '@/lib/reference/odata/query-options';
import { mix } from './random';
import type { SecurityData } from './security-data';

/** A filter taken apart: which records, which entities, which values. */
interface CellTest {
  /** The only records that can match, in order, or null for all. */
  candidates: readonly number[] | null;
  record: (record: number) => boolean;
  entities: Uint8Array;
  allowed: readonly [boolean, boolean];
  /** Whether some assignment can match at all (SystemId is zero everywhere). */
  possible: boolean;
}

const of = (conditions: readonly Condition[], field: string): Condition[] =>
  conditions.filter((condition) => condition.field === field);
const all = (conditions: readonly Condition[], value: string | boolean): boolean =>
  conditions.every((condition) => condition.test(value));

/** Takes conditions apart by field, which is possible since an `or` never crosses fields. */
function makeCellTest(data: SecurityData, conditions: readonly Condition[]): CellTest {
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
function forEachCell(
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
function countCells(data: SecurityData, test: CellTest): number {
  let count = 0;
  forEachCell(data, test, 0, () => {
    count += 1;
    return true;
  });
  return count;
}

const ZERO_ID = '00000000-0000-0000-0000-000000000000';

/** Base64 of a text whose length divides by three, so that such pieces can be set side by side. */
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const digits = (value: number, length: number): string => String(value).padStart(length, '0').slice(-length);

/** The set `bssiMEMMasterRecordSecurity`: row n is record n / entities, entity n % entities. */
export class SecurityRows implements Collection {
  readonly setName = 'bssiMEMMasterRecordSecurity';
  readonly fields = SECURITY_FIELDS;
  readonly chunkRows = 4000;
  private readonly tags: readonly string[];
  private readonly tails: readonly (readonly [string, string])[];
  private static readonly ends = [base64("0;00;'"), base64("1;00;'")] as const;

  constructor(
    private readonly seed: number,
    private readonly data: SecurityData,
  ) {
    this.tags = data.entities.codes.map((_code, entity) => base64(digits(mix(seed, entity, 201), 9)));
    this.tails = data.entities.codes.map((code) => [
      `${JSON.stringify(code)},"BssiAccessible":false}`,
      `${JSON.stringify(code)},"BssiAccessible":true}`,
    ]);
  }

  version(): number {
    return this.data.version;
  }

  scan(conditions: readonly Condition[], from: number, skip: number, limit: number): number[] {
    const rows: number[] = [];
    if (conditions.length === 0) {
      const end = Math.min(this.data.rowCount, from + skip + limit);
      for (let row = from + skip; row < end; row += 1) rows.push(row);
      return rows;
    }
    let left = skip;
    forEachCell(this.data, makeCellTest(this.data, conditions), from, (row) => {
      if (left > 0) left -= 1;
      else rows.push(row);
      return rows.length < limit;
    });
    return rows;
  }

  count(conditions: readonly Condition[]): number {
    return conditions.length === 0
      ? this.data.rowCount
      : countCells(this.data, makeCellTest(this.data, conditions));
  }

  sorted(conditions: readonly Condition[], keys: readonly SortKey[]): ArrayLike<number> {
    const { records, entities, rowCount } = this.data;
    const width = entities.codes.length;
    const rankOfId = ranks(records.ids.map((id) => id.toUpperCase()));
    const rankOfEntity = ranks(entities.codes.map((code) => code.toUpperCase()));
    const row = new Uint8Array(width);
    let filled = -1;
    const parts = keys.map(({ field, descending }) => {
      const size =
        field === 'BssiMasterRecordID' ? records.ids.length : field === 'BssiEntityID' ? width : 16;
      const rank = (record: number, entity: number): number => {
        switch (field) {
          case 'BssiMasterRecordType':
            return records.typeOf[record] ?? 0;
          case 'BssiMasterRecordID':
            return rankOfId[record] ?? 0;
          case 'BssiEntityID':
            return rankOfEntity[entity] ?? 0;
          case 'BssiAccessible':
            return row[entity] ?? 0;
          default:
            return 0;
        }
      };
      return { size, rank, descending };
    });
    // One number holds all ranks and, last, the row itself: sorting numbers is quick, and the row comes back by remainder.
    const sortable: number[] = [];
    forEachCell(this.data, makeCellTest(this.data, conditions), 0, (cell) => {
      const record = Math.floor(cell / width);
      if (record !== filled) {
        this.data.fillRow(record, row);
        filled = record;
      }
      let key = 0;
      for (const { size, rank, descending } of parts) {
        const own = rank(record, cell - record * width);
        key = key * size + (descending ? size - 1 - own : own);
      }
      sortable.push(key * rowCount + cell);
      return true;
    });
    return Float64Array.from(sortable)
      .sort()
      .map((key) => key % rowCount);
  }

  write(rows: ArrayLike<number>, start: number, end: number, layout: RowLayout): string {
    if (layout.select !== null) return this.writeSelected(rows, start, end, layout.select);
    const width = this.data.entities.codes.length;
    const access = new Uint8Array(width);
    let text = '';
    let current = -1;
    let head = '';
    let middle = '';
    for (let at = start; at < end; at += 1) {
      const row = rows[at] ?? 0;
      const record = Math.floor(row / width);
      const entity = row - record * width;
      if (record !== current) {
        current = record;
        this.data.fillRow(record, access);
        head = `{"@odata.etag":"W/\\"${this.recordTag(record)}`;
        const type = this.data.records.types[this.data.records.typeOf[record] ?? 0];
        const id = this.data.records.ids[record];
        middle = `\\"","SystemId":"${ZERO_ID}","BssiMasterRecordType":${JSON.stringify(type)},"BssiMasterRecordID":${JSON.stringify(id)},"BssiEntityID":`;
      }
      const bit = access[entity] === 1 ? 1 : 0;
      if (at > start) text += ',';
      text +=
        head +
        (this.tags[entity] ?? '') +
        SecurityRows.ends[bit] +
        middle +
        (this.tails[entity]?.[bit] ?? '');
    }
    return text;
  }

  private writeSelected(
    rows: ArrayLike<number>,
    start: number,
    end: number,
    select: ReadonlySet<string>,
  ): string {
    const width = this.data.entities.codes.length;
    const access = new Uint8Array(width);
    const texts: string[] = [];
    for (let at = start; at < end; at += 1) {
      const row = rows[at] ?? 0;
      const record = Math.floor(row / width);
      const entity = row - record * width;
      this.data.fillRow(record, access);
      const accessible = access[entity] === 1;
      const all: Record<string, FieldValue | undefined> = {
        SystemId: ZERO_ID,
        BssiMasterRecordType: this.data.records.types[this.data.records.typeOf[record] ?? 0],
        BssiMasterRecordID: this.data.records.ids[record],
        BssiEntityID: this.data.entities.codes[entity],
        BssiAccessible: accessible,
      };
      const chosen = Object.fromEntries(Object.entries(all).filter(([name]) => select.has(name)));
      texts.push(JSON.stringify({ '@odata.etag': this.etagOf(record, entity, accessible), ...chosen }));
    }
    return texts.join(',');
  }

  /** The weak tag of an assignment; it changes with the value. */
  etagOf(record: number, entity: number, accessible: boolean): string {
    return `W/"${this.recordTag(record)}${this.tags[entity] ?? ''}${SecurityRows.ends[accessible ? 1 : 0]}"`;
  }

  private recordTag(record: number): string {
    return base64(`'20;${digits(mix(this.seed, record, 202), 11)}`);
  }
}

/** For each text its place among all, from 0; equal texts share a place. */
function ranks(texts: readonly string[]): Float64Array {
  const places = new Map(
    [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1)).map((text, place) => [text, place]),
  );
  return Float64Array.from(texts, (text) => places.get(text) ?? 0);
}
