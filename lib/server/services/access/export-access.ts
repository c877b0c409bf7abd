import 'server-only';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { AccessExportQuery, FileOrigin } from '@/lib/contract/access-file';
import { mayRead } from '@/lib/contract/roles';
import { fileRows, type FileContent } from '@/lib/domain/access/file-rows';
import { matrixNames } from '@/lib/domain/access/matrix-names';
import { entityOrder, recordOrder, visibleEntities, visibleRecords } from '@/lib/domain/access/matrix-filter';
import { byteOrderMark, csvRow } from '@/lib/domain/spreadsheet/csv-text';
import { mostColumns, mostSheetRows } from '@/lib/domain/spreadsheet/sheet-row';
import { ConsoleError } from '@/lib/server/console-error';
import { ledgerActor } from '@/lib/server/ledger/ledger-actor';
import { streamOf } from '@/lib/server/services/byte-stream';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { xlsxFile, xlsxMediaType } from '@/lib/server/spreadsheet/xlsx-writer';
import { aboutRows } from './about-rows';
import { wholeMatrix } from './whole-matrix';

const pieceSize = 64 * 1024;
const fixedColumns = 3; // record type, record ID, base

/**
 * The matrix as a file, in the order and with the filter of the page. The ledger has the export before a byte leaves.
 * @throws ConsoleError `service-unavailable` while the matrix is not complete, `ledger-unavailable`, and
 * `invalid-request` for a workbook with more rows or columns than spreadsheets take.
 */
export const exportAccess = verb<AccessExportQuery, Reply>({
  roles: mayRead.access,
  run: async ({ ctx, input }) => {
    const { format, shape, ...filter } = input;
    const { matrix, asOf, isUnknown, unknown } = await wholeMatrix(ctx.connection.mirror);
    const { labels } = await ctx.connection.labels.read();
    const names = matrixNames(matrix, labels);
    const wish = { recordTypes: filter.type, text: filter.q };
    const records = visibleRecords(matrix, recordOrder(matrix), wish, names);
    const entities = visibleEntities(matrix, entityOrder(matrix), filter.entity, names);
    const origin: FileOrigin = { connection: ctx.connection.key, asOf, filter };
    const content: FileContent = { matrix, records, entities, origin, isUnknown };
    if (format === 'xlsx') checkFits(input, content);
    const name = fileName(input, origin);
    if (ctx.actor)
      await ctx.ledger.append([
        {
          kind: 'exported',
          actor: ledgerActor(ctx.actor),
          requestId: ctx.requestId,
          what: 'matrix',
          connection: ctx.connection.key,
          detail: `${name}: ${String(records.length)} records, ${String(entities.length)} entities, filter ${JSON.stringify(filter)}`,
        },
      ]);
    const about = aboutRows({ origin, label: ctx.connection.label, shape, content, unknown });
    return new Reply(
      streamOf(format === 'csv' ? csvBytes(shape, content) : workbook(shape, content, about)),
      {
        'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : xlsxMediaType,
        'Content-Disposition': `attachment; filename="${name}"`,
      },
    );
  },
});

async function* csvBytes(
  shape: AccessExportQuery['shape'],
  content: FileContent,
): AsyncGenerator<Uint8Array> {
  let piece = byteOrderMark;
  for (const row of fileRows(shape, content)) {
    piece += csvRow(row);
    if (piece.length < pieceSize) continue;
    yield Buffer.from(piece, 'utf8');
    piece = '';
    await otherWork();
  }
  yield Buffer.from(piece, 'utf8');
}

function workbook(
  shape: AccessExportQuery['shape'],
  content: FileContent,
  about: readonly (readonly string[])[],
): AsyncGenerator<Uint8Array> {
  const widths =
    shape === 'long' ? [18, 22, 14, 9, 48] : [18, 22, ...Array<number>(content.entities.length).fill(11), 48];
  return xlsxFile([
    {
      name: 'Access',
      rows: fileRows(shape, content),
      widths,
      frozen: { rows: 1, columns: shape === 'wide' ? 2 : 0 },
    },
    { name: 'About', rows: about, widths: [26, 90] },
  ]);
}

/** A spreadsheet would cut off what is beyond its edges without a word. */
function checkFits({ shape }: AccessExportQuery, { matrix, records, entities }: FileContent): void {
  const isWhole = records.length === matrix.recordCount && entities.length === matrix.entityCount;
  const most = isWhole ? matrix.combinations : records.length * entities.length;
  const fits =
    shape === 'long'
      ? most < mostSheetRows || countOf(matrix, records, entities) < mostSheetRows
      : entities.length + fixedColumns <= mostColumns && records.length < mostSheetRows;
  if (fits) return;
  throw new ConsoleError(
    'invalid-request',
    shape === 'long'
      ? 'These are more combinations than a workbook has rows (1,048,575 and the header). Choose the wide shape, CSV, or a narrower filter. Nothing was exported.'
      : 'These are more records or entities than a workbook has rows or columns. Choose CSV or a narrower filter. Nothing was exported.',
  );
}

function countOf(matrix: FileContent['matrix'], records: Uint32Array, entities: Uint32Array): number {
  let count = 0;
  for (const record of records)
    for (const entity of entities) if (matrix.state(record, entity) !== 'none') count++;
  return count;
}

/** "access-default-20261122T020700Z-long-filtered.csv": nothing in it comes from the request. */
function fileName({ format, shape }: AccessExportQuery, { connection, asOf, filter }: FileOrigin): string {
  const at = asOf.replaceAll(/[-:]|\.\d+/g, '');
  const isFiltered = filter.type.length > 0 || filter.q.trim() !== '' || filter.entity.trim() !== '';
  return `access-${connection}-${at}-${shape}${isFiltered ? '-filtered' : ''}.${format}`;
}
