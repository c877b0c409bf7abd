import 'server-only';
import { journalCopyHeader, rowCountHeader } from '@/lib/contract/request-headers';
import { mayRead } from '@/lib/contract/session/roles';
import type { JournalExportRequest } from '@/lib/domain/journal/grouping-request';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { dayOf } from '@/lib/domain/reader-formats';
import { mostSheetRows } from '@/lib/domain/spreadsheet/sheet-row';
import { streamOf } from '@/lib/server/byte-stream';
import { ConsoleError } from '@/lib/server/console-error';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { xlsxMediaType } from '@/lib/server/spreadsheet/xlsx-writer';
import { allowedQuery } from './allowed-check';
import { groupsContent } from './files/groups-content';
import { JournalFile, type FileSheet } from './files/journal-file';
import { leftOutWords } from './left-out';
import { linesContent } from './files/lines-content';

/**
 * All matching lines as a file; the ledger records its begin and end. A file that cannot be finished breaks off.
 * @throws ConsoleError `ledger-unavailable`, `invalid-request` for a file that is too large, and errors of `hold`.
 */
export const exportLines = verb<JournalExportRequest, Reply>({
  roles: mayRead.journal,
  run: async ({ ctx, input: { query: asked, format, separator, groups, isByEntity } }) => {
    const query = withDay(await allowedQuery(ctx, asked));
    const { labels } = await ctx.request.connection.labels.read();
    const names = new Map(labels.entities.map(([id, name]) => [id, name]));
    const { lines, age, release } = await ctx.request.connection.journal.hold(ctx.request.signal);
    try {
      const content =
        groups === null
          ? linesContent(lines, query, { names, format, isByEntity })
          : groupsContent(lines, query, groups.grouping, groups.order, names);
      const rowsOf = ({ count, totals }: FileSheet) => 1 + count + totals.length;
      if (format === 'xlsx' && content.sheets.some((sheet) => rowsOf(sheet) > mostSheetRows))
        throw new ConsoleError(
          'invalid-request',
          'These are more rows than a workbook has (1,048,576). Choose CSV or a narrower filter. Nothing was exported.',
        );
      const file = new JournalFile({
        ...{ ctx, query, format, separator, content, release, names, readAt: lines.readAt },
        left: query.check === null ? [] : leftOutWords(lines, { ...query, check: query.check }),
      });
      await file.begin();
      return new Reply(streamOf(file.bytes()), {
        'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : xlsxMediaType,
        'Content-Disposition': `attachment; filename="${file.name}"`,
        [rowCountHeader]: String(file.count),
        [journalCopyHeader]: age.copy,
      });
    } catch (error) {
      release();
      throw error;
    }
  },
});

/** A file is read later, so it names the day of its check. */
function withDay(query: JournalQuery): JournalQuery {
  return query.check === null || query.today !== '' ? query : { ...query, today: dayOf(Date.now()) };
}
