import 'server-only';
import { sql, type Kysely } from 'kysely';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { Cell } from '@/lib/contract/access/access';
import type { OutsideChange } from '@/lib/contract/access/outside-changes';
import type { LedgerActor, LedgerEntry, LedgerKind } from '@/lib/contract/changes/ledger';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import type { FinalState } from '@/lib/domain/changes/cell-protocol';
import { isAbout } from '@/lib/server/db/cell-columns';
import type { Tables } from '@/lib/server/db/tables';
import { entryIn } from './entry';

/* The one place that says what entries of the log mean for assignments. */

/** What one entry tells about an attempt to change a cell. */
export interface Attempt {
  seq: number;
  at: string;
  connection: string;
  cell: Cell;
  person: Person;
  set: string;
  position: number;
  attempt: number;
  /** Unconfirmed: the entry tells no outcome. */
  state: FinalState | typeof unconfirmedState;
  wanted: boolean;
  /** Null: the service had no such assignment. Undefined: the entry does not tell. */
  before: CellValue | undefined;
  after: CellValue | undefined;
  sends: number;
  detail: string;
  /** Of an intent: the console's request that caused the send. */
  requestId: string | null;
  serviceRequests: string[];
}

type Person = Pick<LedgerActor, 'id' | 'name'>;

/** The attempt that an entry tells of; null: none. */
export function attemptIn(entry: LedgerEntry): Attempt | null {
  const intent = entry.kind === 'change.intent' ? entry : null;
  const outcome = entry.kind === 'change.outcome' ? entry : null;
  const told = intent ?? outcome ?? (entry.kind === 'change.open' ? entry : null);
  if (told === null) return null;
  const { seq, at, connection, cell, actor, set, position, attempt, wanted } = told;
  return {
    ...{ seq, at, connection, cell, person: personOf(actor), set, position, attempt, wanted },
    state: outcome?.outcome ?? unconfirmedState,
    before: (intent ?? outcome)?.before,
    after: outcome?.after,
    sends: 'send' in told ? told.send : told.sends,
    detail: 'detail' in told ? told.detail : '',
    requestId: intent?.requestId ?? null,
    serviceRequests: outcome?.serviceRequests ?? [],
  };
}

export const historyKinds = ['change.outcome', 'change.open', 'access.outside'] as const;

export function personOf({ id, name }: LedgerActor): Person {
  return { id, name };
}

/** A change made outside this console; with `accepted`, an administrator accepted a shorter list. */
export interface Outside extends OutsideChange {
  at: string;
  connection: string;
}

/** The outside change that an entry tells of; null: none. */
export function outsideIn(entry: LedgerEntry): Outside | null {
  const { seq, at } = entry;
  const many = { seq, at, cell: null, before: null, after: null };
  switch (entry.kind) {
    case 'access.outside': {
      const { connection, since, until, cell, before, after } = entry;
      return { seq, at, connection, since, until, cell, count: 1, before, after };
    }
    case 'access.outside-more': {
      const { connection, since, until, count } = entry;
      return { ...many, connection, since, until, count };
    }
    case 'access.accepted': {
      const { connection, actor, detail, before, now } = entry;
      const accepted = { by: actor.name, detail, before, now };
      return { ...many, connection, since: at, until: at, count: 0, accepted };
    }
    default:
      return null;
  }
}

export const outsideKinds = ['access.outside', 'access.outside-more'] as const;
export const outsideListKinds = [...outsideKinds, 'access.accepted'] as const;

/** Entries of one kind and connection. The kind is a literal: only then does the planner use the partial index. */
export function entriesOfKind(
  kysely: Kysely<Tables>,
  connection: string,
  kind: LedgerKind,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: { after?: number; upTo?: number } = {},
) {
  return kysely
    .selectFrom('ledger_entry')
    .where('kind', '=', sql.lit(kind))
    .where('connection', '=', connection)
    .where('seq', '>', after)
    .where('seq', '<=', upTo);
}

interface OutsideRange {
  after?: number;
  upTo?: number;
  /** ISO times of notice: `from` inclusive, `to` exclusive. */
  from?: string | undefined;
  to?: string | undefined;
  target?: Partial<Cell>;
  most?: number;
}

/** Outside changes, newest first; `told` is null for a damaged entry. Throws the database's error. */
export async function outsideEntries(
  kysely: Kysely<Tables>,
  connection: string,
  kinds: readonly (typeof outsideListKinds)[number][],
  { from, to, target = {}, most = Number.MAX_SAFE_INTEGER, ...range }: OutsideRange,
): Promise<{ seq: number; told: Outside | null }[]> {
  const found: { seq: number; told: Outside | null }[] = [];
  for (const kind of kinds) {
    // One query per kind, so that each uses its index.
    const rows = await entriesOfKind(kysely, connection, kind, range)
      .select(['seq', 'body'])
      .$if(from !== undefined, (of) => of.where('at', '>=', Date.parse(from ?? '')))
      .$if(to !== undefined, (of) => of.where('at', '<', Date.parse(to ?? '')))
      .where(isAbout(target))
      .orderBy('seq', 'desc')
      .limit(most)
      .execute();
    for (const { seq, body } of rows) {
      const entry = entryIn(body);
      found.push({ seq, told: entry && outsideIn(entry) });
    }
  }
  return found.sort((one, other) => other.seq - one.seq);
}
