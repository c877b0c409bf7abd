import 'server-only';
import type { ImportPreview, ImportRequest } from '@/lib/contract/access/access-file';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { AccessFileReader } from '@/lib/domain/access/file/file-reader';
import { matrixNames } from '@/lib/domain/access/names/matrix-names';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { streamOf, textBytes } from '@/lib/server/byte-stream';
import { ConsoleError } from '@/lib/server/console-error';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import { compareFile } from './import/compare-file';
import { bytesOf, contentOf, noticesOf, othersInWords, type FileContent } from './import/file-content';
import { inFileTurn, TimeSlices } from './import/pacing';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { isOldWorkbook, isWorkbook } from '@/lib/server/spreadsheet/xlsx-reader';

/**
 * Compares a file with the service's present values, in slices; changes nothing.
 * @throws ConsoleError `too-large`, `invalid-request` for an unreadable file, `service-unavailable` while the matrix is
 * incomplete, `conflict` for `equal` while it is in doubt, `rate-limited` while too many files wait.
 */
export const importChanges = verb<ImportRequest, Reply>({
  roles: mayChangeAccess,
  run: async ({ ctx, input }) => {
    const bytes = bytesOf(input.content);
    return inFileTurn(async () => {
      const { labels } = await ctx.request.connection.labels.read();
      const { matrix, asOf, doubt, shorter } = await wholeMatrix(ctx.request.connection.mirror);
      if (doubt !== null && input.mode === 'equal') throw inDoubt(doubt);
      const slices = new TimeSlices();
      const names = matrixNames(matrix, labels);
      const reader = new AccessFileReader(matrix, names, shorter?.before);
      const { format, sheet } = await readFile(input.name, bytes, reader, slices);
      const preview = await compareFile({
        reader,
        matrix,
        names,
        mode: input.mode,
        filter: input.filter,
        connection: ctx.request.connection.key,
        slices,
      });
      ctx.request.log.debug({ rows: reader.rows, longestMs: slices.longestMs }, 'A file was compared.');
      const recordTypes = [...matrix.recordTypes];
      const notices = [
        ...(shorter ? [shorterInWords(shorter.doubt)] : []),
        ...(sheet ? noticesOf(sheet) : []),
        ...preview.notices,
      ];
      const of = { asOf, doubt: shorter?.doubt ?? null, recordTypes };
      const what = { format, sheet: sheet?.name ?? null, mode: input.mode, ...of };
      const texts = previewJson({ ...preview, ...what, notices });
      return new Reply(streamOf(textBytes(texts)), { 'Content-Type': 'application/json' });
    });
  },
});

function inDoubt(doubt: string): ConsoleError {
  return new ConsoleError(
    'conflict',
    `“Replace to match file” is not possible now. ${doubt} Nothing was changed. Wait until the rows are back or an administrator accepts the shorter list, or use “Update listed”.`,
  );
}

function shorterInWords(doubt: string): string {
  return `${doubt} What it does not list now is left out, whatever the file says of it. Wait until the rows are back or an administrator accepts the shorter list, then choose “Refresh”.`;
}

async function readFile(
  name: string,
  bytes: Buffer,
  reader: AccessFileReader,
  slices: TimeSlices,
): Promise<FileContent> {
  let sheet: FileContent['sheet'] = null;
  try {
    const content = await contentOf(bytes);
    sheet = content.sheet;
    for await (const piece of content.rows) {
      for (const row of piece) {
        reader.take(row);
        if (slices.isOver()) await slices.rest();
      }
      await slices.rest();
    }
    void reader.layout; // throws for a file without a header
    return content;
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
    const isNoWorkbook = !reader.hasHeader && isCalledWorkbook(name) && !isWorkbook(bytes);
    const words = isNoWorkbook && !isOldWorkbook(bytes) ? noWorkbookWords : inSheet(error.message, sheet);
    throw new ConsoleError(
      error.isTooLarge ? 'too-large' : 'invalid-request',
      `${words} Nothing was changed.`,
    );
  }
}

function inSheet(words: string, sheet: FileContent['sheet']): string {
  if (sheet === null) return words;
  const others = sheet.others.length === 0 ? '' : ` ${othersInWords(sheet.others)}`;
  return `Sheet “${sheet.name}”: ${words}${others}`;
}

/** The console reads text as CSV whatever its name; without a header the name tells what was meant. */
function isCalledWorkbook(name: string): boolean {
  return /\.xls[xm]$/i.test(name);
}

const noWorkbookWords =
  'The file is called a workbook, but is none: it is damaged, or of another kind. Open it in a spreadsheet and save it as “Excel workbook (.xlsx)”, or export it again.';

function* previewJson({ cells, ...rest }: ImportPreview): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"cells":[`;
  for (const [at, cell] of cells.entries()) yield (at > 0 ? ',' : '') + JSON.stringify(cell);
  yield ']}';
}
