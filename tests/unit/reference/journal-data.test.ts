import { describe, expect, it } from 'vitest';
import type { FieldKind } from '@/lib/reference/odata/fields';
import { JOURNAL_FIELDS } from '@/lib/reference/data/journal-fields';
import { makeWorld } from '@/lib/reference/world';

type Line = Record<string, string | number | boolean>;

/** Every line as a client reads it: written as text, then parsed. */
function linesOf(size: string, seed = 1): Line[] {
  const world = makeWorld({ size, seed });
  const { collection } = world.journalPages;
  const rows = collection.scan([], 0, 0, Infinity);
  const text = collection.write(rows, 0, rows.length, {
    ...{ select: null, encodedEnums: false, captions: {}, amountDecimals: null },
  });
  // Guarantee: the kinds of all values are what the first test checks.
  return JSON.parse(`[${text}]`) as Line[];
}

const lines = linesOf('demo');
const n = (line: Line, field: string): number => Number(line[field]);
const s = (line: Line, field: string): string => String(line[field]);

const SHAPES: Record<FieldKind, (value: unknown) => boolean> = {
  tag: (value) => typeof value === 'string' && /^W\/"[A-Za-z0-9+/]+=*"$/.test(value),
  guid: (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  code: (value) => typeof value === 'string' && value === value.toUpperCase(),
  text: (value) => typeof value === 'string',
  option: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  decimal: (value) => typeof value === 'number' && /^-?\d+(\.\d{1,5})?$/.test(String(value)),
  boolean: (value) => typeof value === 'boolean',
  date: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
  time: (value) => typeof value === 'string' && /^\d{2}:\d{2}:\d{2}$/.test(value),
};

const OPTIONS: Record<string, readonly string[]> = {
  EntryType: [
    'Purchase',
    'Sale',
    'Positive Adjmt.',
    'Negative Adjmt.',
    'Transfer',
    'Consumption',
    'Output',
    ' ',
    'Assembly Consumption',
    'Assembly Output',
  ],
  ValueEntryType: ['Direct Cost', 'Revaluation'],
  FlushingMethod: ['Manual', 'Forward', 'Backward', 'Pick + Forward', 'Pick + Backward', 'Pick + Manual'],
  UnitCostCalculation: ['Time', 'Units'],
  Type: ['Work Center', 'Machine Center', ' ', 'Resource'],
  SourceType: [' ', 'Customer', 'Vendor', 'Item'],
  OrderType: [' ', 'Production', 'Transfer', 'Service', 'Assembly'],
  RecurringMethod: ['', 'Fixed', 'Variable'],
  InventoryValuePer: [' ', 'Item', 'Location', 'Variant', 'Location and Variant'],
  PhysInvtCountingPeriodType: [' ', 'Item', 'SKU'],
  ItemReferenceType: [' ', 'Customer', 'Vendor', 'Bar Code'],
  PriceCalculationMethod: [' ', 'Lowest Price'],
};

describe('a journal line', () => {
  it('holds a value of the right kind and length in every field', () => {
    const faults = new Set<string>();
    for (const line of lines) {
      expect(Object.keys(line)).toHaveLength(167);
      for (const { name, kind, maxLength } of JOURNAL_FIELDS) {
        if (!SHAPES[kind](line[name])) faults.add(`${name}: ${String(line[name])}`);
        if (maxLength > 0 && s(line, name).length > maxLength)
          faults.add(`${name} is longer than ${maxLength}`);
        const allowed = OPTIONS[name];
        if (allowed !== undefined && !allowed.includes(s(line, name)))
          faults.add(`${name}: ${s(line, name)}`);
      }
    }
    expect([...faults]).toEqual([]);
  });

  it('is known by template, batch and line number, in that order', () => {
    const keys = lines.map(
      (line) =>
        `${s(line, 'JournalTemplateName')}|${s(line, 'JournalBatchName')}|${s(line, 'LineNo').padStart(12, '0')}`,
    );
    expect(new Set(keys).size).toBe(lines.length);
    expect([...keys].sort()).toEqual(keys);
    expect(lines.every((line) => n(line, 'LineNo') % 10_000 === 0)).toBe(true);
    expect(new Set(lines.map((line) => line.SystemId)).size).toBe(lines.length);
    expect(new Set(lines.map((line) => line['@odata.etag'])).size).toBe(lines.length);
  });

  it.each(['demo', 'large', 'records=200,entities=8,lines=600'])(
    'names in %s what its entity may use, but for twelve lines of several entities',
    (size) => {
      const { security, journal } = makeWorld({ size });
      const row = new Uint8Array(security.entities.codes.length);
      const isClosed = (type: string, id: string, entity: string): boolean => {
        if (id === '' || entity === '') return false;
        security.fillRow(security.findRecord(security.findType(type), id), row);
        return row[security.findEntity(entity)] !== 1;
      };
      const wrong = { item: [] as string[], location: [] as string[] };
      for (let index = 0; index < journal.lineCount; index += 1) {
        const { BssiEntityID: entity, ItemNo, LocationCode, NewLocationCode } = journal.lineAt(index);
        if (isClosed('Item', ItemNo, entity)) wrong.item.push(entity);
        else if ([LocationCode, NewLocationCode].some((code) => isClosed('Location', code, entity)))
          wrong.location.push(entity);
      }
      expect([wrong.item.length, wrong.location.length]).toEqual([8, 4]);
      expect(new Set([...wrong.item, ...wrong.location]).size).toBeGreaterThan(4);
    },
  );

  it('is the same each time and another for another seed', () => {
    expect(linesOf('demo')).toEqual(lines);
    expect(linesOf('demo', 2)).not.toEqual(lines);
  });
});
