import 'server-only';
import type { FileFormat } from '@/lib/contract/access/file-kinds';
import { mostFileBytes } from '@/lib/contract/limits';
import { isHead, namesRecords } from '@/lib/domain/access/file/file-layout';
import { firstNamed, plural } from '@/lib/domain/counted';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { columnName, SheetFault, type SheetRow } from '@/lib/domain/spreadsheet/sheet-row';
import { ConsoleError } from '@/lib/server/console-error';
import { fileText } from '@/lib/server/spreadsheet/file-text';
import { isOldWorkbook, isWorkbook, readSheet, type ReadSheet } from '@/lib/server/spreadsheet/xlsx-reader';

/** What the bytes are, whatever the file's name says. */
export interface FileContent {
  format: FileFormat;
  rows: AsyncIterable<Iterable<SheetRow>>;
  sheet: ReadSheet | null;
}

const accessSheet = 'Access';

/** Decodes base64. @throws ConsoleError `too-large` before anything is parsed; `invalid-request`. */
export function bytesOf(content: string): Buffer {
  const size = Buffer.byteLength(content, 'base64');
  if (size > mostFileBytes)
    throw new ConsoleError(
      'too-large',
      `A file may have ${String(mostFileBytes / 1024 / 1024)} MB at most. Nothing was read or changed. Split it, or export with a narrower filter.`,
    );
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length !== size)
    throw new ConsoleError('invalid-request', 'The content is not base64. Nothing was changed.', {
      errors: [{ path: 'content', message: 'This is not base64.' }],
    });
  return bytes;
}

/** Detects the kind of file and reads its rows. @throws SheetFault for other kinds. */
export async function contentOf(bytes: Buffer): Promise<FileContent> {
  if (isWorkbook(bytes)) {
    const sheet = await readSheet(bytes, accessSheet, namesRecords);
    return { format: 'xlsx', rows: sheet.rows, sheet };
  }
  if (isOldWorkbook(bytes))
    throw new SheetFault(
      'This is a workbook of the older kind (.xls), or one with a password. Save it as “Excel workbook (.xlsx)” without a password, or as CSV.',
    );
  return { format: 'csv', rows: onePiece(csvRows(textOf(bytes), isHead)), sheet: null };
}

export function noticesOf({ name, hiddenRows, hiddenColumns, others }: ReadSheet): string[] {
  const columns = [...hiddenColumns].sort((one, other) => one - other).map(columnName);
  const hidden = [
    ...(hiddenRows.length === 0
      ? []
      : [`${plural(hiddenRows.length, 'row', 'rows')} ${firstNamed(hiddenRows)}`]),
    ...(columns.length === 0
      ? []
      : [`${plural(columns.length, 'column', 'columns')} ${firstNamed(columns)}`]),
  ];
  const notices = others.length === 0 ? [] : [othersInWords(others)];
  if (hidden.length > 0)
    notices.push(
      `Hidden in the sheet “${name}” but read all the same: ${hidden.join('; ')}. Unhide them in the spreadsheet to check them.`,
    );
  return notices;
}

/** "The sheets “Old” and “Plan” (hidden) look like access lists and were not read." */
export function othersInWords(others: ReadSheet['others']): string {
  const names = others.map(({ name, isHidden }) => `“${name}”${isHidden ? ' (hidden)' : ''}`);
  const are = plural(names.length, 'looks like an access list and was', 'look like access lists and were');
  const one = plural(names.length, 'it', 'one of them');
  return `The ${plural(names.length, 'sheet', 'sheets')} ${firstNamed(names)} ${are} not read. To import ${one} instead, save it as a workbook of its own.`;
}

async function* onePiece(rows: Iterable<SheetRow>): AsyncGenerator<Iterable<SheetRow>> {
  yield await Promise.resolve(rows);
}

function textOf(bytes: Buffer): string {
  const text = fileText(bytes);
  if (text === null)
    throw new SheetFault(
      'The file is neither a workbook nor text in UTF-8. In the spreadsheet choose “CSV UTF-8” or “Excel workbook (.xlsx)” when saving.',
    );
  return text;
}
