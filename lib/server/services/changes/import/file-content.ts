import 'server-only';
import type { FileFormat } from '@/lib/contract/access/file-kinds';
import { mostFileBytes } from '@/lib/contract/limits';
import { isHead } from '@/lib/domain/access/file/file-layout';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { SheetFault, type SheetRow } from '@/lib/domain/spreadsheet/sheet-row';
import { ConsoleError } from '@/lib/server/console-error';
import { fileText } from '@/lib/server/spreadsheet/file-text';
import { isOldWorkbook, isWorkbook, xlsxRows } from '@/lib/server/spreadsheet/xlsx-reader';

/** A file by what its bytes are, whatever its name says. */
export interface FileContent {
  format: FileFormat;
  /** Its rows, in pieces as they come. */
  rows: AsyncIterable<Iterable<SheetRow>>;
}

const accessSheet = 'Access';

/**
 * The bytes of base64.
 * @throws ConsoleError `too-large` before anything is unpacked or parsed; `invalid-request` for what is not base64.
 */
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

/**
 * What kind of file these bytes are, and its rows.
 * @throws SheetFault for other kinds.
 */
export function contentOf(bytes: Buffer): FileContent {
  if (isWorkbook(bytes)) return { format: 'xlsx', rows: xlsxRows(bytes, accessSheet) };
  if (isOldWorkbook(bytes))
    throw new SheetFault(
      'This is a workbook of the older kind (.xls), or one with a password. Save it as “Excel workbook (.xlsx)” without a password, or as CSV.',
    );
  return { format: 'csv', rows: onePiece(csvRows(textOf(bytes), isHead)) };
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
