import 'server-only';
import type { ImportPreview, ImportRequest } from '@/lib/contract/access-file';
import { mayChangeAccess } from '@/lib/contract/roles';
import { AccessFileReader } from '@/lib/domain/access/file/file-reader';
import { matrixNames } from '@/lib/domain/access/matrix-names';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { streamOf, textBytes } from '@/lib/server/byte-stream';
import { ConsoleError } from '@/lib/server/console-error';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import { compareFile } from '@/lib/server/services/changes/import/compare-file';
import { bytesOf, contentOf, type FileContent } from '@/lib/server/services/changes/import/file-content';
import { inFileTurn, TimeSlices } from '@/lib/server/services/changes/import/pacing';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/**
 * Compares a file with what the service has now and says what would be changed. Nothing is: the answer's cells are for
 * `POST /api/changes`. Parsing and comparing go on in slices, so that other requests are answered meanwhile.
 * @throws ConsoleError `too-large`, `invalid-request` for a file that is not understood, `service-unavailable` while
 * the matrix is not complete, `rate-limited` while too many files wait.
 */
export const importChanges = verb<ImportRequest, Reply>({
  roles: mayChangeAccess,
  run: async ({ ctx, input }) => {
    const bytes = bytesOf(input.content);
    return inFileTurn(async () => {
      const { labels } = await ctx.connection.labels.read();
      const { matrix, asOf } = await wholeMatrix(ctx.connection.mirror);
      const slices = new TimeSlices();
      const reader = new AccessFileReader(matrix);
      const format = await readFile(bytes, reader, slices);
      const preview = await compareFile({
        reader,
        matrix,
        names: matrixNames(matrix, labels),
        mode: input.mode,
        filter: input.filter,
        connection: ctx.connection.key,
        slices,
      });
      ctx.log.debug({ rows: reader.rows, longestMs: slices.longestMs }, 'A file was compared.');
      const recordTypes = [...matrix.recordTypes];
      const texts = previewJson({ format, mode: input.mode, asOf, recordTypes, ...preview });
      return new Reply(streamOf(textBytes(texts)), { 'Content-Type': 'application/json' });
    });
  },
});

async function readFile(
  bytes: Buffer,
  reader: AccessFileReader,
  slices: TimeSlices,
): Promise<FileContent['format']> {
  try {
    const { format, rows } = contentOf(bytes);
    for await (const piece of rows) {
      for (const row of piece) {
        reader.take(row);
        if (slices.isOver()) await slices.rest();
      }
      await slices.rest();
    }
    void reader.layout; // throws for a file without a header
    return format;
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
    throw new ConsoleError(
      error.isTooLarge ? 'too-large' : 'invalid-request',
      `${error.message} Nothing was changed.`,
    );
  }
}

/** A preview as JSON, in parts: its cells may be 100,000. */
function* previewJson({ cells, ...rest }: ImportPreview): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"cells":[`;
  for (const [at, cell] of cells.entries()) yield (at > 0 ? ',' : '') + JSON.stringify(cell);
  yield ']}';
}
