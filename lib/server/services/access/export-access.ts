import 'server-only';
import type { AccessExportQuery, FileOrigin } from '@/lib/contract/access/access-file';
import { isPageChoice, type FileShape } from '@/lib/contract/access/file-kinds';
import { mayRead } from '@/lib/contract/session/roles';
import { fileRows, type FileContent } from '@/lib/domain/access/file/file-rows';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { rowsLabel } from '@/lib/domain/access/filter/rows-words';
import { visibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { matrixNames } from '@/lib/domain/access/names/matrix-names';
import { recordOfText } from '@/lib/domain/access/names/record-text';
import { byteOrderMark, csvRow } from '@/lib/domain/spreadsheet/csv';
import { mostColumns, mostSheetRows } from '@/lib/domain/spreadsheet/sheet-row';
import { streamOf, textBytes } from '@/lib/server/byte-stream';
import { ConsoleError } from '@/lib/server/console-error';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import { aboutSheet, recordExport } from '@/lib/server/services/record-export';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { exportedName } from '@/lib/server/spreadsheet/exported-name';
import { xlsxFile, xlsxMediaType, type WrittenSheet } from '@/lib/server/spreadsheet/xlsx-writer';

const fixedColumns = 4; // record type, record ID and name, base

/**
 * The matrix as a file, in the order and with the filter of the page; the ledger records the export first.
 * @throws ConsoleError `service-unavailable`, `ledger-unavailable`, or `invalid-request` for a workbook that is too
 * large.
 */
export const exportAccess = verb<AccessExportQuery, Reply>({
  roles: mayRead.access,
  run: async ({ ctx, input }) => {
    const { format, shape, rows = null, used, record, ...filter } = input;
    const { matrix, asOf, doubt, isUnconfirmed, unconfirmed } = await wholeMatrix(
      ctx.request.connection.mirror,
    );
    const { labels } = await ctx.request.connection.labels.read();
    const names = matrixNames(matrix, labels);
    const chosen = new Set(record.map((text) => indexOf(matrix, text)));
    const { records, entities } = visibleMatrix(
      matrix,
      { records: recordOrder(matrix), entities: entityOrder(matrix, names) },
      {
        recordTypes: filter.type,
        text: filter.q,
        entity: filter.entity,
        rows: rows === null || isPageChoice(rows) ? null : rows,
        isUsedOnly: used,
        sort: { by: 'id' },
        isReversed: false,
        names,
      },
      record.length > 0 ? (index) => chosen.has(index) : null,
    );
    const origin: FileOrigin = { connection: ctx.request.connection.key, asOf, filter, rows, doubt };
    const content: FileContent = { matrix, records, entities, origin, names, isUnknown: isUnconfirmed };
    if (format === 'xlsx') checkFits(input, content);
    const name = fileName(input, origin);
    const filterText = JSON.stringify({ ...filter, rows, used });
    const size = `${String(records.length)} records, ${String(entities.length)} entities`;
    await recordExport(ctx, 'matrix', `${name}: ${size}, filter ${filterText}`);
    const { label } = ctx.request.connection;
    const about = aboutSheet('Which entities may use which master records', () =>
      aboutRows(shape, content, label, unconfirmed),
    );
    return new Reply(
      streamOf(format === 'csv' ? textBytes(csvTexts(shape, content)) : workbook(shape, content, about)),
      {
        'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : xlsxMediaType,
        'Content-Disposition': `attachment; filename="${name}"`,
      },
    );
  },
});

function* csvTexts(shape: FileShape, content: FileContent): Generator<string> {
  yield byteOrderMark;
  for (const row of fileRows(shape, content)) yield csvRow(row);
}

function workbook(shape: FileShape, content: FileContent, about: WrittenSheet): AsyncGenerator<Uint8Array> {
  const { names, entities } = content;
  const record = names.hasRecords ? [18, 22, 34] : [18, 22];
  const entity = names.hasEntities ? [14, 30] : [14];
  const widths =
    shape === 'long'
      ? [...record, ...entity, 9, 48]
      : [...record, ...Array<number>(entities.length).fill(11), 48];
  return xlsxFile([
    {
      name: 'Access',
      rows: fileRows(shape, content),
      widths,
      frozen: { rows: 1, columns: shape === 'wide' ? record.length : 0 },
    },
    about,
  ]);
}

/** Spreadsheets silently cut off rows and columns beyond their limits. */
function checkFits({ shape }: AccessExportQuery, { matrix, records, entities }: FileContent): void {
  const isWhole = records.length === matrix.recordCount && entities.length === matrix.entityCount;
  const most = isWhole ? matrix.assignments : records.length * entities.length;
  const fits =
    shape === 'long'
      ? most < mostSheetRows || countOf(matrix, records, entities) < mostSheetRows
      : entities.length + fixedColumns <= mostColumns && records.length < mostSheetRows;
  if (fits) return;
  throw new ConsoleError(
    'invalid-request',
    shape === 'long'
      ? 'These are more assignments than a workbook has rows (1,048,575 and the header). Choose the wide shape, CSV, or a narrower filter. Nothing was exported.'
      : 'These are more records or entities than a workbook has rows or columns. Choose CSV or a narrower filter. Nothing was exported.',
  );
}

function countOf(matrix: FileContent['matrix'], records: Uint32Array, entities: Uint32Array): number {
  let count = 0;
  for (const record of records)
    for (const entity of entities) if (matrix.state(record, entity) !== 'none') count++;
  return count;
}

function fileName({ format, shape, ...chosen }: AccessExportQuery, { connection, asOf }: FileOrigin): string {
  const { type, q, entity, rows, used } = chosen;
  const isEverything = [...type, q.trim(), entity.trim(), rows ?? ''].join('') === '' && !used;
  const words = [...type, q, entity, rows ?? '', used ? 'used' : ''].join(' ');
  return exportedName({
    before: ['access', connection],
    after: [shape],
    asOf,
    chosen: isEverything ? null : { words, all: chosen },
    format,
  });
}

function indexOf(matrix: FileContent['matrix'], text: string): number {
  const key = recordOfText(text);
  return key === null ? -1 : matrix.recordIndex(key.recordType, key.recordId);
}

function aboutRows(shape: FileShape, content: FileContent, label: string, unconfirmed: number): string[][] {
  const { origin } = content;
  const { type, q, entity } = origin.filter;
  return [
    ['Connection', `${label} (${origin.connection})`],
    ['As of', origin.asOf],
    ...(origin.doubt === null ? [] : [['In doubt', origin.doubt]]),
    ['Record types', type.length === 0 ? 'all' : type.join(', ')],
    ['Text in the record ID', q === '' ? 'any' : q],
    ['Text in the entity', entity === '' ? 'any' : entity],
    ['Choice of rows', rowsLabel(origin.rows)],
    ['Records', String(content.records.length)],
    ['Entities', String(content.entities.length)],
    ['Not known at the time', `${String(unconfirmed)} assignments of the connection; marked “unknown”`],
    [
      'How to change access',
      shape === 'long'
        ? 'Write yes or no in the column Access, then import the file. Rows may be removed or sorted.'
        : 'Write yes or no below an entity, then import the file. Blank: not set up. Rows may be removed or sorted; columns should stay.',
    ],
    [
      'The column Base',
      'The values at the export. Leave it as it is: with it, an import sees what was changed in the service since.',
    ],
  ];
}
