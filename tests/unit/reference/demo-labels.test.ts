import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LabelsReader } from '@/lib/domain/access/names/labels-reader';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { JournalData } from '@/lib/reference/data/journal-data';
import { makeSources } from '@/lib/reference/data/journal-sources';
import { SecurityData } from '@/lib/reference/data/security-data';
import { parseSize } from '@/lib/reference/data/size';
import { demoLabels } from '@/lib/reference/demo-labels';

const size = parseSize('demo');
const data = new SecurityData(1, size);
const reader = new LabelsReader('default');
for (const row of csvRows(readFileSync(demoLabels(1, size) ?? '', 'utf8'))) reader.take(row);
const { records, entities } = reader.labels();

it('names every record and entity of the standard size once, and nothing else', () => {
  expect(reader.problems).toEqual([]);
  const { ids, typeOf, types } = data.records;
  expect(records.map(([type, id]) => [type, id])).toEqual(ids.map((id, at) => [types[typeOf[at] ?? -1], id]));
  expect(entities.map(([id]) => id)).toEqual(data.entities.codes);
  expect(entities.filter(([, , group]) => group === null)).toEqual([]);
});

it('calls items what the journal calls them', () => {
  const names = new Map(records.filter(([type]) => type === 'Item').map(([, id, name]) => [id, name]));
  const journal = new JournalData(makeSources(1, data), size.lines);
  let compared = 0;
  for (let index = 0; index < size.lines; index++) {
    const { ItemNo, Description } = journal.lineAt(index);
    if (ItemNo === '') continue;
    expect(names.get(ItemNo)).toBe(Description);
    compared++;
  }
  expect(compared).toBeGreaterThan(2_000);
});

it('is of no other size and no other seed', () => {
  expect(demoLabels(2, size)).toBeNull();
  for (const other of ['large', 'records=1200,entities=24,lines=3000'])
    expect(demoLabels(1, parseSize(other))).toBeNull();
});
