import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { chainStart } from '@/lib/domain/ledger/chain';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { LedgerEntryTable } from '@/lib/server/db/tables';
import { sha256 } from '@/lib/server/sha256';

export type LogRow = Selectable<LedgerEntryTable>;

const pageSize = 500;

/**
 * The ledger as JSON lines (`mem-log/1`) up to the checkpoint's entry.
 * @param isShown false: the entry's digest is given, which keeps the chain provable.
 * @throws ConsoleError `ledger-unavailable`.
 */
export async function* logLines(
  database: Database,
  signed: SignedCheckpoint,
  isShown: (row: LogRow) => boolean = () => true,
): AsyncGenerator<string> {
  const { ledger, seq: last } = signed.checkpoint;
  yield line({ format: 'mem-log/1', ledger, after: 0, hash: chainStart });
  for await (const row of ledgerRows(database, last)) {
    // The body is canonical and the names are in order, so the line is canonical too.
    if (isShown(row)) yield `{"entry":${row.body},"hash":"${row.hash}"}\n`;
    else yield line({ seq: row.seq, digest: sha256(row.body), hash: row.hash });
  }
  yield line({ checkpoint: { ...signed } });
}

/** Entries up to a number, oldest first, of one set if named. Lets other requests run after each page. */
export async function* ledgerRows(
  database: Database,
  last: number,
  setId: string | null = null,
): AsyncGenerator<LogRow> {
  let after = 0;
  while (after < last) {
    const all = database.kysely
      .selectFrom('ledger_entry')
      .selectAll()
      .where('seq', '>', after)
      .where('seq', '<=', last)
      .orderBy('seq')
      .limit(pageSize);
    const rows = await orUnavailable(() =>
      (setId === null ? all : all.where('set_id', '=', setId)).execute(),
    );
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)?.seq ?? last;
    await nextTurn();
  }
}

function line(value: Parameters<typeof canonicalJson>[0]): string {
  return `${canonicalJson(value)}\n`;
}
