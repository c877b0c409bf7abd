import 'server-only';
import type { z } from 'zod';
import type { Cell } from '@/lib/contract/access/access';
import type { History, HistoryEntry, historyQuerySchema } from '@/lib/contract/changes/changes';
import { mayRead } from '@/lib/contract/session/roles';
import { valueOf } from '@/lib/domain/access/matrix-differences';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { entryIn } from '@/lib/server/ledger/entry';
import type { Connection } from '@/lib/server/services/connection';
import { verb } from '@/lib/server/services/verb';
import { instantOf } from '@/lib/server/services/changes/store/change-set-row';

const entriesPerPage = 50;

/** Kinds of entries by which a cell's value became known, unconfirmed, or was found to be another. */
const shownKinds = ['change.outcome', 'change.open', 'access.outside'] as const;

/** What happened to a cell, or to all cells of a record or of an entity, newest first: straight from the ledger. */
export const readHistory = verb<z.infer<typeof historyQuerySchema>, History>({
  roles: mayRead.changes,
  run: ({ ctx: { database, connection }, input: { recordType, recordId, entityId, before } }) =>
    orUnavailable(async () => {
      const rows = await database.kysely
        .selectFrom('ledger_entry')
        .leftJoin('change_set', 'change_set.id', 'ledger_entry.set_id')
        .select([
          'ledger_entry.seq',
          'ledger_entry.at',
          'ledger_entry.body',
          'change_set.reason',
          'change_set.total',
        ])
        .where('ledger_entry.connection', '=', connection.key)
        .where('ledger_entry.kind', 'in', shownKinds)
        .$if(recordType !== undefined, (of) => of.where('ledger_entry.record_type', '=', recordType ?? ''))
        .$if(recordId !== undefined, (of) => of.where('ledger_entry.record_id', '=', recordId ?? ''))
        .$if(entityId !== undefined, (of) => of.where('ledger_entry.entity_id', '=', entityId ?? ''))
        .$if(before !== undefined, (of) => of.where('ledger_entry.seq', '<', before ?? 0))
        .orderBy('ledger_entry.seq', 'desc')
        .limit(entriesPerPage + 1)
        .execute();
      const shown = rows.slice(0, entriesPerPage);
      return {
        now: nowOf(connection, { recordType, recordId, entityId }),
        value: shown.flatMap((row) => entryOf(row)),
        next: rows.length > entriesPerPage ? (shown.at(-1)?.seq ?? null) : null,
      };
    }),
});

/** What the console knows the service to show by now of one assignment; null of more, and where nobody knows it. */
function nowOf({ mirror }: Connection, { recordType, recordId, entityId }: Partial<Cell>): History['now'] {
  if (recordType === undefined || recordId === undefined || entityId === undefined) return null;
  const cell = { recordType, recordId, entityId };
  const [known, asOf] = [mirror.known(), mirror.asOf()];
  if (known === null || asOf === null || known.isUnconfirmed(cell)) return null;
  return { accessible: valueOf(known.matrix, cell), asOf };
}

interface HistoryRow {
  seq: number;
  at: number;
  body: string;
  reason: string | null;
  total: number | null;
}

function entryOf({ seq, at, body, reason, total }: HistoryRow): HistoryEntry[] {
  const facts = entryIn(body);
  const entry = { seq, at: instantOf(at), reason: reason ?? '', setTotal: total };
  switch (facts?.kind) {
    case 'access.outside':
      return [
        {
          ...entry,
          ...facts.cell,
          by: 'outside',
          person: null,
          changeSetId: null,
          state: null,
          wanted: null,
          before: facts.before,
          after: facts.after,
          since: facts.since,
          detail: '',
        },
      ];
    case 'change.open':
    case 'change.outcome': {
      const { cell, actor, set, detail } = facts;
      const isOpen = facts.kind === 'change.open';
      return [
        {
          ...entry,
          ...cell,
          by: 'console',
          person: { id: actor.id, name: actor.name },
          changeSetId: set,
          state: isOpen ? 'unknown' : facts.outcome,
          wanted: facts.wanted,
          before: isOpen ? null : (facts.before ?? null),
          after: isOpen ? null : (facts.after ?? null),
          since: null,
          detail,
        },
      ];
    }
    default:
      return []; // not one of the kinds asked for
  }
}
