import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pinnedColumns } from '@/components/access/matrix/access-layout';
import { firstGrid } from '@/components/access/matrix/first-grid';
import type { Labels } from '@/lib/contract/access/labels';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { visibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { firstView } from '@/lib/domain/access/first-view';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { matrixNames, noNames } from '@/lib/domain/access/names/matrix-names';

const status: MatrixStatus = {
  version: '1',
  ledgerSeq: 0,
  complete: true,
  loading: false,
  assignments: 0,
  arrived: 0,
  records: 0,
  entities: 0,
  asOf: '2026-11-24T10:00:00.000Z',
  problem: null,
  unknown: [],
  doubt: null,
  outside: { count: 0, cells: [] },
};

function viewOf(
  matrix: AccessMatrix,
  more: Partial<MatrixStatus> = {},
  labels: Labels['records'] = [],
  entities: Labels['entities'] = [],
) {
  const names = matrixNames(matrix, { records: labels, entities });
  const orders = { records: recordOrder(matrix), entities: entityOrder(matrix, noNames) };
  const query = {
    recordTypes: [],
    text: '',
    entity: '',
    rows: null,
    isUsedOnly: false,
    isReversed: false,
    names,
  };
  const shown = visibleMatrix(matrix, orders, { ...query, sort: { by: 'id' } });
  return firstView(matrix, names, shown, { status: { ...status, ...more }, missing: [] });
}

const valuesOf = ({ rows }: ReturnType<typeof viewOf>) =>
  rows.flatMap((row) => (row.kind === 'record' ? [row.values] : []));

const made = (view: ReturnType<typeof viewOf>, isReadOnly = false) =>
  firstGrid(view, { isReadOnly, connection: undefined });
const html = (...of: Parameters<typeof made>) => made(...of).html;

it('has the upper left of the matrix, with counts of all of it', () => {
  const matrix = new GrowingMatrix();
  for (let record = 0; record < 40; record++)
    for (let entity = 0; entity < 30; entity++)
      matrix.add('Customer', String(1000 + record), String(100 + entity), (record + entity) % 3 === 0);
  const view = viewOf(matrix);
  expect([view.rows.length, view.columns.length]).toEqual([24, 25]);
  expect(view.counts).toEqual({ records: 40, ofRecords: 40, entities: 30, ofEntities: 30, rows: 40 });
  expect(view.rows[0]).toMatchObject({
    recordId: '1000',
    granted: 10,
    existing: 30,
    values: 'gddgddgddgddgddgddgddgddg',
  });
  expect(view.columns[0]).toMatchObject({ entityId: '100', granted: 14, existing: 40 });
  expect(made(view).css).toBe(
    '#first-matrix{--entities:30;--head:48px;--id:158px;--count:84px;--id-most:320px;--few-cut:240px;--figure-least:48px;--least:36px;--wanted:36px;--most:56px;--least-narrow:44px}' +
      '#first-matrix [data-span="30"]{--span:30}#first-matrix [data-span="0"]{--span:0}',
  );
});

it('has the heads of bands where there are several types', () => {
  const matrix = new GrowingMatrix();
  for (const [type, id] of [
    ['Item', '1'],
    ['Item', '2'],
    ['Vendor', '1'],
  ] as const)
    for (const entity of ['10', '20']) matrix.add(type, id, entity, id === '1' && entity === '10');
  const view = viewOf(matrix);
  expect(view.rows.map((row) => `${row.kind} ${row.recordType}`)).toEqual([
    ...['band Item', 'record Item', 'record Item'],
    ...['band Vendor', 'record Vendor'],
  ]);
  expect(view.rows[0]).toMatchObject({ records: 2, isOpen: true, all: { granted: 1, existing: 4 } });
  const text = html(view);
  expect(text).toContain('aria-label="Item, entity 10: 1 of 2 have access"');
  expect(text).toContain('aria-label="Vendor, entity 20: 0 of 1 have access"');
  expect(text.match(/aria-expanded="true"/g)).toHaveLength(2 * (2 + view.columns.length));
});

it('tells what is not set up from what has not arrived, and what is not confirmed', () => {
  const matrix = new GrowingMatrix();
  matrix.add('Item', '1', '10', true);
  matrix.add('Item', '2', '20', false);
  expect(valuesOf(viewOf(matrix))).toEqual(['gn', 'nd']);
  expect(valuesOf(viewOf(matrix, { complete: false }))).toEqual(['gl', 'ld']);
  const unknown = [{ recordType: 'Item', recordId: '1', entityId: '10' }];
  const text = html(viewOf(matrix, { unknown }));
  expect(text).toContain('aria-label="Item 1, entity 10, access unconfirmed"');
  expect(text.match(/data-mark="unconfirmed"/g)).toHaveLength(1);
});

it('writes whatever IDs and names hold as text, without a style attribute', () => {
  const hostile = `"><img src=x onerror=alert(1)>'&</div>`;
  const matrix = new GrowingMatrix();
  matrix.add(hostile, hostile, hostile, true);
  const text = html(viewOf(matrix, {}, [[hostile, hostile, hostile]]), true);
  expect(text).not.toMatch(/<img|<\/div>'|style=/);
  expect(text.match(/<div/g)).toHaveLength(text.match(/<\/div>/g)?.length ?? 0);
  expect(text.match(/"&gt;|&quot;&gt;/g)?.length).toBeGreaterThan(8);
  expect(text).toContain('aria-readonly="true"');
});

it('lets names lead and IDs follow; an entity’s code stays in its narrow head, its name in the tooltip', () => {
  const matrix = new GrowingMatrix();
  for (const id of ['10000', '20000']) matrix.add('Customer', id, '100', true);
  const text = html(
    viewOf(matrix, {}, [['Customer', '10000', 'Adatum & Sons']], [['100', 'Cronus UK', null]]),
  );
  expect(text).toMatch(/>Adatum &amp; Sons<\/a> <span[^>]*>· 10000<\/span>/);
  expect(text).toMatch(/title="Adatum &amp; Sons · 10000"/);
  expect(text).toMatch(/<a[^>]*>20000<\/a><\/div>/);
  expect(text).toMatch(
    /title="Entity Cronus UK · 100: 2 of 2 [^"]*"[^>]*><span>100<\/span><small>100%<\/small>/,
  );
});

it('names few entities in their heads, above their codes', () => {
  const matrix = new GrowingMatrix();
  const ids = Array.from({ length: 7 }, (_, at) => `10${String(at)}`);
  for (const id of ids.slice(0, 6)) matrix.add('Customer', '10000', id, true);
  const names = [['100', 'Cronus <UK>', null]] as Labels['entities'];
  const few = viewOf(matrix, {}, [], names);
  expect(html(few)).toMatch(/<span>100<\/span><small>100%<\/small><span>Cronus &lt;UK&gt;<\/span>/);
  expect(made(few).css).toContain('--wanted:96px;--most:176px');
  expect(made(viewOf(matrix)).css).not.toContain('--most:176px');
  matrix.add('Customer', '10000', '106', true);
  const more = viewOf(matrix, {}, [], names);
  expect(html(more)).not.toContain('<span>Cronus');
  expect(made(more).css).not.toContain('--most:176px');
});

it('has the widths of what stays at the left in its CSS, for no HTML may carry them', async () => {
  const css = await readFile('components/access/matrix/first-grid.module.css', 'utf8');
  const narrow = { isNarrow: true, isComplete: true };
  for (const { width } of pinnedColumns(narrow)) expect(css).toContain(`[data-width='${String(width)}']`);
  for (const { key } of pinnedColumns({ ...narrow, isNarrow: false }))
    expect(css).toContain(`[data-col='${key}']`);
});
