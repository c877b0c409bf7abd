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
const cents = (value: number): number => Math.round(Math.abs(value) * 100 + 1e-7) * Math.sign(value);
const where = (test: (line: Line) => boolean): Line[] => {
  const found = lines.filter(test);
  expect(found.length).toBeGreaterThan(0);
  return found;
};

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
  it('has 167 keys: a tag, SystemId, 78 texts, 46 decimals, 16 booleans, 14 integers, 9 dates, 2 times', () => {
    const count = (...kinds: FieldKind[]): number =>
      JOURNAL_FIELDS.filter((field) => kinds.includes(field.kind)).length;
    expect(new Set(JOURNAL_FIELDS.map((field) => field.name)).size).toBe(167);
    expect([
      count('tag'),
      count('guid'),
      count('code', 'text', 'option'),
      count('decimal'),
      count('boolean'),
      count('integer'),
      count('date'),
      count('time'),
    ]).toEqual([1, 1, 78, 46, 16, 14, 9, 2]);
  });

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

  it('multiplies: amount = quantity x unit amount, rounded to cents', () => {
    for (const line of lines)
      expect(cents(n(line, 'Amount'))).toBe(cents(n(line, 'Quantity') * n(line, 'UnitAmount')));
  });

  it('moves without money in a transfer', () => {
    for (const line of where((one) => one.EntryType === 'Transfer')) {
      expect([line.UnitAmount, line.UnitCost, line.Amount]).toEqual([0, 0, 0]);
      if (line.JournalBatchName === 'BINS')
        expect([line.NewLocationCode, line.NewBinCode === '']).toEqual([line.LocationCode, false]);
      else expect(line.NewLocationCode).not.toBe('');
    }
  });

  it('revalues: amount = revalued - calculated', () => {
    for (const line of where((one) => one.ValueEntryType === 'Revaluation')) {
      expect(line.JournalTemplateName).toBe('REVAL');
      expect(cents(n(line, 'Amount'))).toBe(
        cents(n(line, 'InventoryValueRevalued')) - cents(n(line, 'InventoryValueCalculated')),
      );
    }
  });

  it('turns a count difference into a quantity with its entry type', () => {
    for (const line of where((one) => one.PhysInventory === true)) {
      const difference = n(line, 'QtyPhysInventory') - n(line, 'QtyCalculated');
      expect(n(line, 'Quantity')).toBeCloseTo(Math.abs(difference), 5);
      expect(line.EntryType).toBe(difference < 0 ? 'Negative Adjmt.' : 'Positive Adjmt.');
    }
  });

  it('belongs to an order where the entry type says so, and has a Type only in output', () => {
    const orders: Record<string, string> = {
      Consumption: 'Production',
      Output: 'Production',
      'Assembly Consumption': 'Assembly',
      'Assembly Output': 'Assembly',
    };
    for (const line of lines) expect(line.OrderType).toBe(orders[s(line, 'EntryType')] ?? ' ');
    for (const line of lines) if (line.EntryType !== 'Output') expect(line.Type).toBe(' ');
    expect(new Set(lines.map((line) => line.OrderType))).toEqual(new Set([' ', 'Production', 'Assembly']));
  });

  it('uses the sample company: templates, items with cost and price, unit PCS', () => {
    expect(new Set(lines.map((line) => line.JournalTemplateName))).toEqual(
      new Set(['ITEM', 'RECLASS', 'PHYS. INV.', 'RECURRING', 'REVAL', 'CONSUMP', 'OUTPUT', 'CAPACITY']),
    );
    for (const line of where(
      (one) => one.ItemNo === '1896-S' && (one.EntryType === 'Sale' || one.EntryType === 'Purchase'),
    )) {
      expect(line).toMatchObject({ Description: 'ATHENS Desk', UnitofMeasureCode: 'PCS', UnitCost: 506.6 });
      expect(line.UnitAmount).toBe(line.EntryType === 'Sale' ? 649.4 : 506.6);
    }
  });

  it('was posted in the months up to the reference day', () => {
    const dates = lines.map((line) => s(line, 'PostingDate')).sort();
    expect(dates[0]?.slice(0, 4)).toBe('2026');
    expect(dates.at(-1)).toBe('2026-11-15');
    expect(new Set(dates.map((date) => date.slice(0, 7))).size).toBeGreaterThan(4);
  });

  it('sometimes has no entity, and sometimes another than its location', () => {
    const blank = where((line) => line.BssiEntityID === '').length;
    expect(blank).toBeLessThan(lines.length * 0.1);
    const perLocation = new Map<string, Map<string, number>>();
    for (const line of lines) {
      if (line.LocationCode === '' || line.BssiEntityID === '') continue;
      const counts = perLocation.get(s(line, 'LocationCode')) ?? new Map<string, number>();
      counts.set(s(line, 'BssiEntityID'), (counts.get(s(line, 'BssiEntityID')) ?? 0) + 1);
      perLocation.set(s(line, 'LocationCode'), counts);
    }
    let odd = 0;
    for (const counts of perLocation.values())
      odd += [...counts.values()]
        .sort((a, b) => b - a)
        .slice(1)
        .reduce((sum, count) => sum + count, 0);
    expect(odd).toBeGreaterThan(10);
    expect(odd).toBeLessThan(lines.length * 0.1);
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

  it('of the newest day has an item, a quantity and an amount', () => {
    for (const line of where((one) => one.PostingDate === '2026-11-15')) {
      expect(line.ItemNo).not.toBe('');
      expect(Math.min(n(line, 'Quantity'), n(line, 'Amount'))).toBeGreaterThan(0);
    }
  });

  it('is the same each time and another for another seed', () => {
    expect(linesOf('demo')).toEqual(lines);
    expect(linesOf('demo', 2)).not.toEqual(lines);
  });

  it.each([0, 1, 7, 100])('comes %i times where so many are asked for', (count) => {
    expect(linesOf(`records=1,entities=1,lines=${count}`)).toHaveLength(count);
  });
});
