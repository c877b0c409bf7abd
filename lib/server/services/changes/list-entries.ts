import 'server-only';
import type { z } from 'zod';
import type { entriesQuerySchema } from '@/lib/contract/changes/ledger';
import { jsonLinesMediaType } from '@/lib/contract/media-types';
import { mayRead } from '@/lib/contract/session/roles';
import { auditLine } from '@/lib/domain/ledger/audit-line';
import { entryIn } from '@/lib/server/ledger/entry';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { consoleVersion } from '@/lib/server/version';

const pageSize = 500;

/**
 * Entries of the log as the audit log writes them, oldest first, 500 a page; fewer at the end. The caller continues with
 * `after`, the `metadata.sequence` of the last line. @throws ConsoleError `ledger-unavailable`.
 */
export const listEntries = verb<z.infer<typeof entriesQuerySchema>, Reply>({
  roles: mayRead.changes,
  run: async ({ ctx, input: { after } }) => {
    const rows = await ctx.console.ledger.read(after, pageSize);
    const lines = rows.map(
      (row) => `${auditLine({ ...row, entry: entryIn(row.body) }, consoleVersion.version)}\n`,
    );
    return new Reply(lines.join(''), { 'Content-Type': jsonLinesMediaType });
  },
});
