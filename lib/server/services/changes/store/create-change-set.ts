import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { AccessChange } from '@/lib/contract/access/access';
import type { ChangeSetKind } from '@/lib/contract/changes/change-states';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import type { ReasonRule } from '@/lib/contract/session/session';
import { summaryOf } from '@/lib/domain/changes/change-summary';
import { mergeCells } from '@/lib/domain/changes/merge-cells';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { ledgerActor, type Actor } from '@/lib/server/auth/actor';
import { ConsoleError } from '@/lib/server/console-error';
import { columnsOfCell } from '@/lib/server/db/cell-columns';
import type { Database } from '@/lib/server/db/database';
import type { SqlDialect } from '@/lib/server/db/sql-dialects';
import type { ChangeSetTable, Tables } from '@/lib/server/db/tables';
import { sha256 } from '@/lib/server/sha256';
import type { Ledger } from '@/lib/server/ledger/ledger';
import { claimCells } from './claims';
import { sendWithinMs } from './lease';
import { demandReason } from './demand-reason';
import { notPaused } from './transition';

/** Cells of one `insert`, which go as one JSON text: row by row a large set would take several times as long. */
const cellsAtOnce = 2_000;
/** More faulty places than these are not listed. */
const mostFaults = 100;

/** A change set that somebody asks for. */
export interface NewChangeSet {
  connection: string;
  kind: ChangeSetKind;
  cells: readonly AccessChange[];
  reason: string;
  source: { file: string; sha256: string } | null;
  /** The set that it undoes. */
  undoOf: string | null;
  /** Names the request: asked again with the same key it is the same set. */
  idempotencyKey: string | null;
  actor: Actor;
  requestId: string;
  /** For whoever stores and runs it in one go; null: it waits for a worker. */
  lease: { owner: string; ms: number } | null;
  /** Whether its cells are to be claimed in the transaction that stores it; needs a lease. */
  claims?: boolean;
}

interface CreatedSet {
  id: string;
  /** Its row; null where the same request had made the set before. */
  row: Selectable<ChangeSetTable> | null;
  /** Whether all its cells were claimed. */
  isClaimed: boolean;
}

interface Parts {
  ledger: Ledger;
  database: Database;
  config: { accessReason: ReasonRule };
}

/**
 * Stores a set, its cells and the ledger's entry of it in one transaction. Equal cells are merged.
 * @throws ConsoleError `invalid-request` without a reason where one is needed, and for cells that contradict one
 * another; `idempotency-mismatch` when the key was used for something else, `ledger-unavailable` while the database is away; nothing was stored then.
 */
export async function createChangeSet(
  { ledger, database, config }: Parts,
  asked: NewChangeSet,
): Promise<CreatedSet> {
  demandReason(config.accessReason, asked.reason);
  const cells = cellsOnce(asked.cells);
  const digest = await digestOfCells(cells);
  const summary = JSON.stringify(summaryOf(cells));
  const id = randomUUID();
  const { lease } = asked;
  const { now } = database.dialect;
  return ledger.record<CreatedSet>(async (transaction) => {
    // Of two requests at once with one key the later one waits here until the other's set stands.
    const inserted = await transaction
      .insertInto('change_set')
      .values({
        ...begun,
        id,
        ...askedOf(asked),
        summary,
        body_hash: hashOf(asked, digest),
        total: cells.length,
        pending: cells.length,
        created_at: now,
        send_before: asked.kind === 'switch' ? sql<number>`${now} + ${sql.lit(sendWithinMs)}` : null,
        ...(lease && {
          state: 'running',
          started_at: now,
          lease_owner: lease.owner,
          lease_until: sql<number>`${now} + ${lease.ms}`,
          fence: 1,
        }),
      })
      .onConflict((conflict) => conflict.columns(['person_id', 'idempotency_key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!inserted) {
      const before = await madeBefore(transaction, asked, digest);
      if (!before) throw new Error('No set was stored, and none has its key.');
      return { facts: [], result: { id: before.id, row: null, isClaimed: false } };
    }
    await insertCells(transaction, database.dialect, id, cells);
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
    const isClaimed = claimed?.size === cells.length;
    return { facts: [facts], result: { id, row: inserted, isClaimed } };
  });
}

/** How every set begins that nobody runs yet. */
const begun = {
  state: 'queued',
  control: 'run',
  started_at: null,
  ended_at: null,
  applied: 0,
  already: 0,
  conflict: 0,
  rejected: 0,
  unknown: 0,
  cancelled: 0,
  ...notPaused,
  stumbles: 0,
  withdrawn: null,
  lease_owner: null,
  lease_until: 0,
  fence: 0,
} as const;

function askedOf({ actor, ...asked }: NewChangeSet) {
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

/** Which cells an undo has depends on when it is asked for, so there it is the set undone that tells requests apart. */
function hashOf({ connection, kind, reason, undoOf }: Omit<NewChangeSet, 'cells'>, digest: string): string {
  return sha256(canonicalJson({ connection, kind, reason, undoOf, cells: kind === 'undo' ? null : digest }));
}

/**
 * The set that the same request made when it came before; undefined where its key is new.
 * @throws ConsoleError `idempotency-mismatch` when the key was used for something else.
 */
export async function madeBefore(
  on: Kysely<Tables>,
  asked: Omit<NewChangeSet, 'cells'>,
  digest = '',
): Promise<{ id: string; total: number } | undefined> {
  if (asked.idempotencyKey === null) return undefined;
  const before = await on
    .selectFrom('change_set')
    .select(['id', 'total', 'body_hash'])
    .where('person_id', '=', asked.actor.personId)
    .where('idempotency_key', '=', asked.idempotencyKey)
    .executeTakeFirst();
  if (!before || before.body_hash === hashOf(asked, digest)) return before;
  throw new ConsoleError(
    'idempotency-mismatch',
    'This Idempotency-Key was used before for another change, or for the same one with another reason; the list of changes shows it. Nothing was stored or sent by this request. Use a new key for every change, and the same one only to repeat it.',
  );
}

/**
 * Every cell once.
 * @throws ConsoleError `invalid-request` that names each cell that contradicts an earlier one; nothing was stored.
 */
function cellsOnce(asked: readonly AccessChange[]): AccessChange[] {
  const { cells, contradictions } = mergeCells(asked);
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

/** SHA-256 (hex) of the cells' canonical JSON, each ended by a line feed: what the ledger keeps of a set's cells. */
async function digestOfCells(cells: readonly AccessChange[]): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < cells.length; start += cellsAtOnce) {
    const lines = cells.slice(start, start + cellsAtOnce).map((cell) => `${canonicalJson(cell)}\n`);
    hash.update(lines.join(''), 'utf8');
    await nextTurn();
  }
  return hash.digest('hex');
}

/** Writes the cells of a new set; other work of the process has its turn in between. */
async function insertCells(
  transaction: Transaction<Tables>,
  { rowsOf }: SqlDialect,
  setId: string,
  cells: readonly AccessChange[],
): Promise<void> {
  const columns = sql.join(
    ['set_id', ...Object.keys(given), ...Object.keys(begunCell)].map((name) => sql.ref(name)),
  );
  const values = sql.join(Object.values(begunCell).map((value) => sql.lit(value)));
  const read = sql.join(Object.keys(given).map((name) => sql.ref(name)));
  for (let start = 0; start < cells.length; start += cellsAtOnce) {
    const rows = cells.slice(start, start + cellsAtOnce).map((cell, index) => rowOf(start + index, cell));
    await sql`insert into change_cell (${columns})
      select ${sql.lit(setId)}, ${read}, ${values} from ${rowsOf(JSON.stringify(rows), given)}`.execute(
      transaction,
    );
    await nextTurn();
  }
}

/** What each cell brings. */
const given = {
  position: 'integer',
  record_type: 'text',
  record_id: 'text',
  entity_id: 'text',
  wanted: 'integer',
  expected: 'integer',
} as const;

/** What all begin with; the values are read and sent nowhere yet. */
const begunCell = { state: 'pending', attempt: 1, sends: 0, tries: 0, detail: '', next_at: 0 } as const;

function rowOf(position: number, cell: AccessChange): Record<keyof typeof given, string | number | null> {
  return {
    position,
    ...columnsOfCell(cell),
    wanted: Number(cell.accessible),
    expected: cell.expected === undefined ? null : Number(cell.expected),
  };
}
