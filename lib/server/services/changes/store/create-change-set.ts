import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { AccessChange } from '@/lib/contract/access/access';
import { unconfirmedState, type ChangeSetKind } from '@/lib/contract/changes/change-states';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import type { ReasonRule } from '@/lib/contract/session/session';
import { CellCounter } from '@/lib/domain/changes/change-summary';
import { mergeCells } from '@/lib/domain/changes/merge-cells';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { ledgerActor, type Actor } from '@/lib/server/auth/actor';
import { ConsoleError } from '@/lib/server/console-error';
import { columnsOfCell } from '@/lib/server/db/cell-columns';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { SqlDialect } from '@/lib/server/db/sql-dialects';
import type { ChangeSetTable, Tables } from '@/lib/server/db/tables';
import { sha256 } from '@/lib/server/sha256';
import type { Ledger, Recorded } from '@/lib/server/ledger/ledger';
import { until } from '@/lib/server/until';
import { claimCells } from './claims';
import { fencedWrite, LeaseLostError, sendWithinMs } from './lease';
import { beingStored, giveUpStoring, noConnection } from './storing';
import { notPaused } from './transition';

/** Cells in one transaction; sent as one JSON text, which is several times faster than rows. */
const cellsAtOnce = 2_000;
const storingFence = 1;
/** How long a repeated request waits until the first one is stored. */
const longestWaitMs = 30_000;
const mostFaults = 100;

export interface NewChangeSet {
  connection: string;
  kind: ChangeSetKind;
  cells: readonly AccessChange[];
  reason: string;
  source: { file: string; sha256: string } | null;
  undoOf: string | null;
  /** Milliseconds since the person pressed a switch; its deadline is so much earlier. */
  pressedMsAgo?: number;
  /** A repeated request with the same key gets the same set. */
  idempotencyKey: string | null;
  actor: Actor;
  requestId: string;
  /** Set when the caller stores and runs it in one go; null: it waits for a worker. */
  lease: { owner: string; ms: number } | null;
  /** Whether to claim its cells in the same transaction; needs a lease. */
  claims?: boolean;
}

interface CreatedSet {
  id: string;
  /** Null for a repeated request and for a large set. */
  row: Selectable<ChangeSetTable> | null;
  isClaimed: boolean;
}

interface Parts {
  ledger: Ledger;
  database: Database;
  config: { accessReason: ReasonRule };
}

/**
 * Stores a set, its cells and its entry, all or nothing; merges equal cells. Stores a large set in parts, because the
 * embedded database has one connection for all requests; the set is visible after the last part.
 * @throws ConsoleError `invalid-request` without a required reason, or for contradictory cells; `idempotency-mismatch`;
 * `conflict` while the same request is being stored; `ledger-unavailable`.
 */
export async function createChangeSet(parts: Parts, asked: NewChangeSet): Promise<CreatedSet> {
  demandReason(parts.config.accessReason, asked.reason);
  const cells = await withoutDuplicates(asked.cells);
  const set = { asked, id: randomUUID(), cells, ...(await figuresOf(cells)) };
  for (;;) {
    const first = await parts.ledger.record((transaction) => storeFirst(transaction, parts, set));
    if (first) return cells.length > cellsAtOnce ? storeRest(parts, set) : first;
    const before = await orUnavailable(() => madeBefore(parts.database.kysely, asked, set.digest));
    if (before) return { id: before.id, row: null, isClaimed: false };
    // The earlier request was cut off and its set removed meanwhile.
  }
}

/** Requires a reason when `ACCESS_REASON` does. @throws ConsoleError `invalid-request` that names the field. */
export function demandReason(rule: ReasonRule, reason: string): void {
  if (rule === 'optional' || reason.trim() !== '') return;
  throw new ConsoleError(
    'invalid-request',
    'This console changes access only with a reason. Nothing was changed. Say why, and ask again.',
    { errors: [{ path: 'reason', message: 'A reason is required.' }] },
  );
}

interface SetToStore {
  asked: NewChangeSet;
  id: string;
  cells: readonly AccessChange[];
  digest: string;
  summary: string;
}

/** Stores the set's row and its first cells. @returns null when a set with its key exists. */
async function storeFirst(
  transaction: Transaction<Tables>,
  parts: Parts,
  set: SetToStore,
): Promise<Recorded<CreatedSet | null>> {
  const { dialect } = parts.database;
  const { asked, id, cells, digest, summary } = set;
  const total = Math.min(cells.length, cellsAtOnce);
  // The second of two simultaneous requests with one key waits here for the first part of the other.
  const inserted = await transaction
    .insertInto('change_set')
    .values({
      ...initialRow,
      id,
      ...requestColumns(asked),
      summary,
      body_hash: hashOf(asked, digest),
      total,
      pending: total,
      created_at: dialect.now,
      send_before:
        asked.kind === 'switch'
          ? sql<number>`${dialect.now} + ${sql.lit(sendWithinMs - (asked.pressedMsAgo ?? 0))}`
          : null,
      ...(total < cells.length ? { ...beingStored(dialect), fence: storingFence } : leaseOf(asked, dialect)),
    })
    .onConflict((conflict) => conflict.columns(['person_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!inserted) return { facts: [], result: null };
  return storeCells(transaction, parts, set, { from: 0, row: inserted });
}

async function storeRest(parts: Parts, set: SetToStore): Promise<CreatedSet> {
  const { asked, id, cells } = set;
  const { dialect } = parts.database;
  try {
    for (let from = cellsAtOnce; ; from += cellsAtOnce) {
      await nextTurn(); // requests that wait for the database go first
      const total = Math.min(cells.length, from + cellsAtOnce);
      const isLast = total === cells.length;
      const columns = isLast ? visible(asked, dialect) : beingStored(dialect);
      const { result } = await fencedWrite(parts, { id, fence: storingFence }, async (transaction) => {
        await transaction
          .updateTable('change_set')
          .set({ total, pending: total, ...columns })
          .where('id', '=', id)
          .execute();
        return storeCells(transaction, parts, set, { from, row: null });
      });
      if (isLast) return result;
    }
  } catch (error) {
    await giveUpStoring(parts, id);
    throw error instanceof LeaseLostError ? tooSlow(error) : error;
  }
}

async function storeCells(
  transaction: Transaction<Tables>,
  { database }: Parts,
  { asked, id, cells, digest }: SetToStore,
  { from, row }: { from: number; row: CreatedSet['row'] },
): Promise<Recorded<CreatedSet>> {
  const some = cells.slice(from, from + cellsAtOnce);
  await insertCells(transaction, database.dialect, id, some, from);
  const result = { id, row, isClaimed: false };
  if (from + some.length < cells.length) return { facts: [], result };
  const facts: LedgerFacts = {
    kind: 'set.created',
    actor: ledgerActor(asked.actor),
    requestId: asked.requestId,
    connection: asked.connection,
    set: id,
    setKind: asked.kind,
    total: cells.length,
    cells: digest,
    reason: asked.reason,
    ...(asked.source && { source: asked.source }),
    ...(asked.undoOf !== null && { undoOf: asked.undoOf }),
  };
  const scope = { connection: asked.connection, setId: id };
  const claimed = asked.claims ? await claimCells(transaction, database, scope, cells) : null;
  return { facts: [facts], result: { ...result, isClaimed: claimed?.size === cells.length } };
}

function tooSlow(cause: LeaseLostError): ConsoleError {
  return new ConsoleError(
    'ledger-unavailable',
    'The console was held up for so long while it stored this that nothing of it was kept. Nothing was sent. Ask for it again.',
    { cause },
  );
}

function visible(asked: NewChangeSet, dialect: SqlDialect) {
  const { connection, undoOf } = asked;
  const row = { connection, undo_of: undoOf, created_at: dialect.now, lease_until: 0 };
  return { ...row, ...leaseOf(asked, dialect) };
}

function leaseOf({ lease }: NewChangeSet, { now }: SqlDialect) {
  if (lease === null) return {};
  return {
    state: 'running',
    started_at: now,
    lease_owner: lease.owner,
    lease_until: sql<number>`${now} + ${lease.ms}`,
    fence: 1,
  } as const;
}

const initialRow = {
  state: 'queued',
  control: 'run',
  started_at: null,
  ended_at: null,
  applied: 0,
  already: 0,
  conflict: 0,
  rejected: 0,
  [unconfirmedState]: 0,
  cancelled: 0,
  ...notPaused,
  stumbles: 0,
  withdrawn: null,
  lease_owner: null,
  lease_until: 0,
  fence: 0,
} as const;

function requestColumns({ actor, ...asked }: NewChangeSet) {
  return {
    connection: asked.connection,
    kind: asked.kind,
    person_id: actor.personId,
    person_name: actor.name,
    acting_id: actor.personId,
    acting_name: actor.name,
    acting_roles: JSON.stringify(actor.roles),
    session_id: actor.sessionId,
    request_id: asked.requestId,
    reason: asked.reason,
    source: asked.source && JSON.stringify(asked.source),
    undo_of: asked.undoOf,
    idempotency_key: asked.idempotencyKey,
  };
}

/** The cells of an undo depend on its moment, so `undoOf` identifies the request instead. */
function hashOf({ connection, kind, reason, undoOf }: Omit<NewChangeSet, 'cells'>, digest: string): string {
  return sha256(canonicalJson({ connection, kind, reason, undoOf, cells: kind === 'undo' ? null : digest }));
}

/**
 * The set of an earlier request with the same key, once it is stored.
 * @throws ConsoleError `idempotency-mismatch` when the key was used for something else; `conflict` after too long a
 * wait.
 */
export async function madeBefore(
  on: Kysely<Tables>,
  asked: Omit<NewChangeSet, 'cells'>,
  digest = '',
): Promise<{ id: string; total: number } | undefined> {
  if (asked.idempotencyKey === null) return undefined;
  const look = async () => {
    const before = await on
      .selectFrom('change_set')
      .select(['id', 'fence', 'total', 'body_hash', 'connection'])
      .where('person_id', '=', asked.actor.personId)
      .where('idempotency_key', '=', asked.idempotencyKey)
      .executeTakeFirst();
    if (before && before.body_hash !== hashOf(asked, digest)) throw keyReused();
    return before?.connection !== noConnection && { before };
  };
  const found = await until(look, { limitMs: longestWaitMs, everyMs: 100 });
  if (found === null) throw stillStoring();
  return found.before;
}

function keyReused(): ConsoleError {
  return new ConsoleError(
    'idempotency-mismatch',
    'This Idempotency-Key was used before for another change, or for the same one with another reason; the list of changes shows it. Nothing was stored or sent by this request. Use a new key for every change, and the same one only to repeat it.',
  );
}

function stillStoring(): ConsoleError {
  return new ConsoleError(
    'conflict',
    'The request with this Idempotency-Key is still being stored. Nothing was stored or sent by repeating it. Repeat it in a minute, with the same key.',
  );
}

/** Merges equal cells. @throws ConsoleError `invalid-request` that names each cell that contradicts an earlier one. */
async function withoutDuplicates(asked: readonly AccessChange[]): Promise<AccessChange[]> {
  const { cells, contradictions } = await mergeCells(asked, nextTurn);
  if (contradictions.length === 0) return cells;
  const errors = contradictions.slice(0, mostFaults).map(({ index, first }) => ({
    path: `cells.${String(index)}`,
    message: `This contradicts cells.${String(first)}, which is the same assignment.`,
  }));
  const count = contradictions.length;
  throw new ConsoleError(
    'invalid-request',
    `${count === 1 ? 'One cell contradicts another one' : `${String(count)} cells contradict others`} of the same request: ` +
      `${errors[0]?.path ?? ''} first. Nothing was stored or sent. Name each assignment once.`,
    { errors },
  );
}

/** `digest`: SHA-256 (hex) of the cells' canonical JSON, one a line. `summary`: JSON. */
async function figuresOf(cells: readonly AccessChange[]): Promise<{ digest: string; summary: string }> {
  const hash = createHash('sha256');
  const counter = new CellCounter();
  for (let start = 0; start < cells.length; start += cellsAtOnce) {
    if (start > 0) await nextTurn();
    const some = cells.slice(start, start + cellsAtOnce);
    for (const cell of some) counter.add(cell);
    hash.update(some.map((cell) => `${canonicalJson(cell)}\n`).join(''), 'utf8');
  }
  return { digest: hash.digest('hex'), summary: JSON.stringify(counter.summary()) };
}

async function insertCells(
  transaction: Transaction<Tables>,
  { rowsOf }: SqlDialect,
  setId: string,
  cells: readonly AccessChange[],
  from: number,
): Promise<void> {
  const columns = sql.join(
    ['set_id', ...Object.keys(cellColumnTypes), ...Object.keys(initialCell)].map((name) => sql.ref(name)),
  );
  const values = sql.join(Object.values(initialCell).map((value) => sql.lit(value)));
  const read = sql.join(Object.keys(cellColumnTypes).map((name) => sql.ref(name)));
  const rows = JSON.stringify(cells.map((cell, index) => rowOf(from + index, cell)));
  await sql`insert into change_cell (${columns})
    select ${sql.lit(setId)}, ${read}, ${values} from ${rowsOf(rows, cellColumnTypes)}`.execute(transaction);
}

const cellColumnTypes = {
  position: 'integer',
  record_type: 'text',
  record_id: 'text',
  entity_id: 'text',
  wanted: 'integer',
  expected: 'integer',
} as const;

const initialCell = { state: 'pending', attempt: 1, sends: 0, tries: 0, detail: '', next_at: 0 } as const;

function rowOf(
  position: number,
  cell: AccessChange,
): Record<keyof typeof cellColumnTypes, string | number | null> {
  return {
    position,
    ...columnsOfCell(cell),
    wanted: Number(cell.accessible),
    expected: cell.expected === undefined ? null : Number(cell.expected),
  };
}
