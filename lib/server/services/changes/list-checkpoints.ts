import 'server-only';
import type { z } from 'zod';
import { mayRead } from '@/lib/contract/session/roles';
import type { checkpointListSchema, checkpointsQuerySchema } from '@/lib/contract/changes/verification';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { signedIn } from '@/lib/server/ledger/checkpoints/checkpoint-signature';
import { verb } from '@/lib/server/services/verb';

const pageSize = 100;

/** The log's undamaged checkpoints, newest first, and the console's key. @throws ConsoleError `ledger-unavailable`. */
export const listCheckpoints = verb<
  z.infer<typeof checkpointsQuerySchema>,
  z.infer<typeof checkpointListSchema>
>({
  roles: mayRead.changes,
  run: async ({ ctx, input: { before = Number.MAX_SAFE_INTEGER } }) => {
    const rows = await orUnavailable(() =>
      ctx.console.database.kysely
        .selectFrom('ledger_checkpoint')
        .select(['seq', 'body', 'signature', 'public_key'])
        .where('seq', '<', before)
        .orderBy('seq', 'desc')
        .orderBy('key_id')
        .limit(pageSize + 1)
        .execute(),
    );
    // Keys of one entry stay on one page: the next page begins below its number.
    const last = rows.length > pageSize ? (rows[pageSize]?.seq ?? 0) : 0;
    const shown = rows.filter(({ seq }) => seq > last);
    return {
      key: ctx.console.checkpoints.key,
      value: shown.flatMap((row) => signedIn(row) ?? []),
      next: rows.length > pageSize ? (shown.at(-1)?.seq ?? null) : null,
    };
  },
});
