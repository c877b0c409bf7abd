import 'server-only';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { AccessChange } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import { ConsoleError } from '@/lib/server/console-error';
import type { Database } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { entryIn } from '@/lib/server/ledger/entry';
import type { Round } from './presenter-progress';

/** A cell that the log says was changed since demo history ended. */
interface ChangedCell {
  /** As it was then. */
  change: AccessChange;
  now: boolean | null;
  /** Whether that happened in this round. */
  isOfRound: boolean;
}

const entriesPerPage = 1_000;

/**
 * The changes that bring access back to what it was when demo history ended, as the log tells: of each cell whose value
 * is another one, and of those that were changed in this round, whatever they have now.
 * @throws ConsoleError `ledger-unavailable`.
 */
export async function changesBack(
  { kysely }: Database,
  connection: string,
  { historyEnd, after, reset }: Round,
): Promise<{ cells: AccessChange[]; same: number }> {
  const changed = new Map<string, ChangedCell>();
  for (let last = historyEnd; ;) {
    const rows = await orUnavailable(() =>
      kysely
        .selectFrom('ledger_entry')
        .select(['seq', 'body'])
        .where('connection', '=', connection)
        .where('kind', 'in', ['change.outcome', 'access.outside'])
        .where('seq', '>', last)
        .orderBy('seq')
        .limit(entriesPerPage)
        .execute(),
    );
    for (const { seq, body } of rows) {
      const entry = entryIn(body);
      const isMade = entry?.kind === 'change.outcome' && entry.outcome === 'applied';
      if (!entry || !(isMade || entry.kind === 'access.outside')) continue;
      const { cell, after: now = null } = entry;
      // What was applied had the other value before, also where the log does not say so.
      const before = entry.before ?? (isMade ? !entry.wanted : null);
      const known = changed.get(cellKey(cell));
      if (!known && before === null) continue; // it was not set up then, and cannot be taken away
      const ofReset = isMade && entry.set === reset?.id;
      changed.set(cellKey(cell), {
        change: known?.change ?? { ...cell, accessible: before === true },
        now,
        isOfRound: (known?.isOfRound ?? false) || (seq > after && !ofReset),
      });
    }
    last = rows.at(-1)?.seq ?? last;
    if (rows.length < entriesPerPage) break;
    await nextTurn();
  }
  const all = [...changed.values()];
  const isSame = ({ change, now }: ChangedCell) => change.accessible === now;
  const meant = all.filter((one) => one.isOfRound || !isSame(one));
  return { cells: meant.map(({ change }) => change), same: meant.filter(isSame).length };
}

const patienceMs = 20_000;

/**
 * Waits until no change set is under way: what one still changed would be left.
 * @throws ConsoleError `conflict` where one does not end.
 */
export async function untilNothingRuns({ kysely }: Database, connection: string): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const open = await orUnavailable(() =>
      kysely
        .selectFrom('change_set')
        .select('id')
        .where('connection', '=', connection)
        .where('state', 'not in', ['done', 'cancelled'])
        .limit(1)
        .executeTakeFirst(),
    );
    if (!open) return;
    if (performance.now() > until)
      throw new ConsoleError(
        'conflict',
        'A change set has not ended yet. Nothing was taken back. Let it end or cancel it on the page Changes, then reset again.',
      );
    await wait(200);
  }
}
