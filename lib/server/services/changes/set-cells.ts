import 'server-only';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { AccessChange } from '@/lib/contract/access';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { mergeCells } from '@/lib/domain/changes/merge-cells';
import { ConsoleError } from '@/lib/server/console-error';
import type { DatabaseProfile } from '@/lib/server/db/profiles';
import type { Tables } from '@/lib/server/db/tables';

/** Cells of one `insert`, which go as one JSON text: row by row a large set would take several times as long. */
const cellsAtOnce = 2_000;
/** More faulty places than these are not listed. */
const mostFaults = 100;

/**
 * Every cell once.
 * @throws ConsoleError `invalid-request` that names each cell that contradicts an earlier one; nothing was stored.
 */
export function cellsOnce(asked: readonly AccessChange[]): AccessChange[] {
  const { cells, contradictions } = mergeCells(asked);
  if (contradictions.length === 0) return cells;
  const errors = contradictions.slice(0, mostFaults).map(({ index, first }) => ({
    path: `cells.${String(index)}`,
    message: `This contradicts cells.${String(first)}, which is the same combination.`,
  }));
  const count = contradictions.length;
  throw new ConsoleError(
    'invalid-request',
    `${count === 1 ? 'One cell contradicts another one' : `${String(count)} cells contradict others`} of the same request: ` +
      `${errors[0]?.path ?? ''} first. Nothing was stored or sent. Name each combination once.`,
    { errors },
  );
}

/** SHA-256 (hex) of the cells' canonical JSON, each ended by a line feed: what the ledger keeps of a set's cells. */
export async function digestOfCells(cells: readonly AccessChange[]): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < cells.length; start += cellsAtOnce) {
    const lines = cells.slice(start, start + cellsAtOnce).map((cell) => `${canonicalJson(cell)}\n`);
    hash.update(lines.join(''), 'utf8');
    await nextTurn();
  }
  return hash.digest('hex');
}

/** Writes the cells of a new set; other work of the process has its turn in between. */
export async function insertCells(
  transaction: Transaction<Tables>,
  { rowsOf }: DatabaseProfile,
  setId: string,
  cells: readonly AccessChange[],
): Promise<void> {
  const columns = sql.join(
    ['set_id', ...Object.keys(given), ...Object.keys(begun)].map((name) => sql.ref(name)),
  );
  const values = sql.join(Object.values(begun).map((value) => sql.lit(value)));
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
const begun = { state: 'pending', attempt: 1, sends: 0, tries: 0, detail: '', next_at: 0 } as const;

function rowOf(position: number, cell: AccessChange): Record<keyof typeof given, string | number | null> {
  return {
    position,
    record_type: cell.recordType,
    record_id: cell.recordId,
    entity_id: cell.entityId,
    wanted: Number(cell.accessible),
    expected: cell.expected === undefined ? null : Number(cell.expected),
  };
}
