import 'server-only';
import type { z } from 'zod';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { Cell } from '@/lib/contract/access/access';
import type { History, HistoryEntry, historyQuerySchema } from '@/lib/contract/changes/changes';
import { mayRead } from '@/lib/contract/session/roles';
import { cellKey } from '@/lib/domain/access/cell-key';
import { valueOf } from '@/lib/domain/access/matrix-differences';
import { noCounts } from '@/lib/domain/changes/change-summary';
import { isAbout } from '@/lib/server/db/cell-columns';
import type { Database } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { entryIn } from '@/lib/server/ledger/entry';
import { attemptIn, historyKinds, outsideIn } from '@/lib/server/ledger/reading';
import type { Connection } from '@/lib/server/services/connection';
import { verb } from '@/lib/server/services/verb';
import { changeSetOf, instantOf } from './store/change-set-row';
import { countCells, countStates } from './store/set-summaries';

const entriesPerPage = 50;

/** What happened to a cell, a record or an entity, newest first, from the ledger. */
export const readHistory = verb<z.infer<typeof historyQuerySchema>, History>({
  roles: mayRead.changes,
  run: ({ ctx, input: { before, ...target } }) =>
    orUnavailable(async () => {
      const [{ connection }, { database }] = [ctx.request, ctx.console];
      const rows = await database.kysely
        .selectFrom('ledger_entry')
        .leftJoin('change_set', 'change_set.id', 'ledger_entry.set_id')
        .select([
          'ledger_entry.seq',
          'ledger_entry.at',
          'ledger_entry.body',
          'change_set.reason',
          'change_set.total',
          'change_set.undo_of',
        ])
        .where('ledger_entry.connection', '=', connection.key)
        .where('ledger_entry.kind', 'in', historyKinds)
        .where(isAbout(target))
        .$if(before !== undefined, (of) => of.where('ledger_entry.seq', '<', before ?? 0))
        .orderBy('ledger_entry.seq', 'desc')
        .limit(entriesPerPage + 1)
        .execute();
      const shown = rows.slice(0, entriesPerPage);
      const value = shown.flatMap((row) => entryOf(row));
      const next = rows.length > entriesPerPage ? (shown.at(-1)?.seq ?? null) : null;
      // A page with the one cell of a set lists all of it.
      const isOfOneCell = cellIn(target) !== null;
      const isWhole = before === undefined && next === null;
      return {
        now: nowOf(connection, target),
        value,
        cut: isOfOneCell || isWhole ? [] : await cutSets(database, value, target),
        next,
      };
    }),
});

/** Change sets that this page shows in part, with what they do to the target. */
async function cutSets(
  database: Database,
  entries: readonly HistoryEntry[],
  target: Partial<Cell>,
): Promise<History['cut']> {
  const listed = new Map<string, { cells: Set<string>; total: number }>();
  for (const entry of entries) {
    const { changeSetId: id, setTotal: total } = entry;
    if (id === null || total === null) continue;
    const set = listed.get(id) ?? { cells: new Set(), total };
    listed.set(id, set);
    set.cells.add(cellKey(entry));
  }
  const larger = [...listed].flatMap(([id, { cells, total }]) => (total > cells.size ? [id] : []));
  if (larger.length === 0) return [];
  const counted = await countStates(database, larger, target);
  // Pending cells have no entries on any page.
  const cutIds = larger.filter((id) => {
    const { total, pending } = counted.get(id) ?? noCounts;
    return total - pending > (listed.get(id)?.cells.size ?? 0);
  });
  if (cutIds.length === 0) return [];
  const { kysely } = database;
  const rows = await kysely.selectFrom('change_set').selectAll().where('id', 'in', cutIds).execute();
  const cut: History['cut'] = [];
  for (const row of rows) {
    const summary = await countCells(database, row.id, target);
    const { id, undoOf, state, source } = changeSetOf(row, { summary, undo: null, rate: null, only: null });
    const counts = counted.get(id) ?? noCounts;
    // The set may be done here while it goes on elsewhere.
    const isDone = counts.pending + counts[unconfirmedState] === 0;
    cut.push({ id, undoOf, state: isDone ? 'done' : state, source, summary, counts });
  }
  return cut;
}

/** The present value of one cell; null for more cells, and when it is not known. */
function nowOf({ mirror }: Connection, target: Partial<Cell>): History['now'] {
  const cell = cellIn(target);
  const [known, asOf] = [mirror.known(), mirror.asOf()];
  if (cell === null || known === null || asOf === null || known.isUnconfirmed(cell)) return null;
  return { accessible: valueOf(known.matrix, cell), asOf };
}

function cellIn({ recordType, recordId, entityId }: Partial<Cell>): Cell | null {
  if (recordType === undefined || recordId === undefined || entityId === undefined) return null;
  return { recordType, recordId, entityId };
}

interface HistoryRow {
  seq: number;
  at: number;
  body: string;
  reason: string | null;
  total: number | null;
  undo_of: string | null;
}

function entryOf({ seq, at, body, reason, total, undo_of }: HistoryRow): HistoryEntry[] {
  const facts = entryIn(body);
  const entry = { seq, at: instantOf(at), reason: reason ?? '', undoOf: undo_of, setTotal: total };
  const attempt = facts && attemptIn(facts);
  const outside = facts && outsideIn(facts);
  const told = attempt ?? outside;
  if (!told?.cell) return []; // damaged: the check of the whole log reports it
  return [
    {
      ...entry,
      ...told.cell,
      by: attempt ? 'console' : 'outside',
      person: attempt?.person ?? null,
      changeSetId: attempt?.set ?? null,
      state: attempt?.state ?? null,
      wanted: attempt?.wanted ?? null,
      before: told.before ?? null,
      after: told.after ?? null,
      since: outside?.since ?? null,
      detail: attempt?.detail ?? '',
    },
  ];
}
