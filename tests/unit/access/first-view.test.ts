import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { matrixSizes, pinnedColumns } from '@/components/access/matrix/access-layout';
import { firstGridHtml, firstGridSizes } from '@/components/access/matrix/first-grid';
import type { Labels } from '@/lib/contract/access/labels';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { visibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { firstView } from '@/lib/domain/access/first-view';
import { AccessMatrix } from '@/lib/domain/access/matrix';
import { matrixNames } from '@/lib/domain/access/matrix-names';

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
  outside: null,
};

function viewOf(
  matrix: AccessMatrix,
  more: Partial<MatrixStatus> = {},
  labels: Labels['records'] = [],
  entities: Labels['entities'] = [],
) {
  const names = matrixNames(matrix, { records: labels, entities });
  const orders = { records: recordOrder(matrix), entities: entityOrder(matrix) };
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

const html = (view: ReturnType<typeof viewOf>, isReadOnly = false) =>
  firstGridHtml(view, { isReadOnly, recordHref: ({ recordId }) => `/history?recordId=${recordId}` });

it('has the upper left of the matrix, with counts of all of it', () => {
  const matrix = new AccessMatrix();
  for (let record = 0; record < 40; record++)
    for (let entity = 0; entity < 30; entity++)
      matrix.add('Customer', String(1000 + record), String(100 + entity), (record + entity) % 3 === 0);
  const view = viewOf(matrix);
  expect([view.rows.length, view.columns.length]).toEqual([24, 15]);
  expect(view.counts).toEqual({ records: 40, ofRecords: 40, entities: 30, ofEntities: 30 });
  expect(view.rows[0]).toMatchObject({
    recordId: '1000',
    granted: 10,
    existing: 30,
    values: 'gddgddgddgddgdd',
  });
  expect(view.columns[0]).toEqual({ entityId: '100', name: '', granted: 14, existing: 40 });
  expect(firstGridSizes(view)).toEqual({
    'data-head': 48,
    'data-column': 64,
    'data-narrow-column': 64,
    'data-pinned': 420,
  });
});

it('tells what is not set up from what has not arrived, and what is not confirmed', () => {
  const matrix = new AccessMatrix();
  matrix.add('Item', '1', '10', true);
  matrix.add('Item', '2', '20', false);
  expect(viewOf(matrix).rows.map(({ values }) => values)).toEqual(['gn', 'nd']);
  expect(viewOf(matrix, { complete: false }).rows.map(({ values }) => values)).toEqual(['gl', 'ld']);
  const unknown = [{ recordType: 'Item', recordId: '1', entityId: '10' }];
  const text = html(viewOf(matrix, { unknown }));
  expect(text).toContain('aria-label="Item 1, entity 10, access not confirmed yet"');
  expect(text.match(/data-mark="unconfirmed"/g)).toHaveLength(1);
});

it('writes whatever IDs and names hold as text, without a style attribute', () => {
  const hostile = `"><img src=x onerror=alert(1)>'&</div>`;
  const matrix = new AccessMatrix();
  matrix.add(hostile, hostile, hostile, true);
  const text = html(viewOf(matrix, {}, [[hostile, hostile, hostile]]), true);
  expect(text).not.toMatch(/<img|<\/div>'|style=/);
  expect(text.match(/<div/g)).toHaveLength(text.match(/<\/div>/g)?.length ?? 0);
  expect(text.match(/"&gt;|&quot;&gt;/g)?.length).toBeGreaterThan(8);
  expect(text).toContain('aria-readonly="true"');
});

it('lets names lead and IDs follow; an entity’s code stays in its narrow head, its name in the tooltip', () => {
  const matrix = new AccessMatrix();
  for (const id of ['10000', '20000']) matrix.add('Customer', id, '100', true);
  const text = html(
    viewOf(matrix, {}, [['Customer', '10000', 'Adatum & Sons']], [['100', 'Cronus UK', null]]),
  );
  expect(text).toMatch(/>Adatum &amp; Sons<\/a> <span[^>]*>· 10000<\/span>/);
  expect(text).toMatch(/title="Adatum &amp; Sons · 10000"/);
  expect(text).toMatch(/<a[^>]*>20000<\/a><\/div>/);
  expect(text).toMatch(
    /title="Entity Cronus UK · 100: 2 of 2 [^"]*"[^>]*><span>100<\/span><small>2<\/small>/,
  );
});

it('has every size that there is in its CSS, for no HTML may carry it', async () => {
  const css = await readFile('components/access/matrix/first-grid.module.css', 'utf8');
  for (const isNarrow of [false, true])
    for (const isComplete of [false, true])
      for (const hasNames of [false, true]) {
        const names = { hasRecords: hasNames };
        const parts = { isNarrow, isComplete, names };
        const columns = pinnedColumns(parts);
        for (const { width } of columns) expect(css).toContain(`[data-width='${String(width)}']`);
        const pinned = columns.reduce((sum, { width }) => sum + width, 0);
        expect(css).toContain(`--grid-pinned-width: ${String(pinned)}px`);
        for (let length = 1; length < 30; length++) {
          const { headHeight, columnWidth } = matrixSizes(parts, length);
          expect(css).toContain(`--grid-head-height: ${String(headHeight)}px`);
          const name = isNarrow ? 'data-narrow-column' : 'data-column';
          expect(css).toContain(`[${name}='${String(columnWidth)}']`);
        }
      }
});
