import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Cell } from '@/lib/contract/access/access';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { chainStart, linkOf } from '@/lib/domain/ledger/chain';
import type { Tables } from '@/lib/server/db/tables';
import { sha256 } from '@/lib/server/sha256';
import { cellKey } from '@/lib/domain/access/cell-key';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import type { Scenario } from '@/tests/support/console/scenario';

/** A POST that reached the reference service, as its log tells. */
export interface SeenPost {
  at: string;
  status: number | null;
  cell: { recordType: string; recordId: string; entityId: string };
  accessible: boolean;
}

type Control = (method: string, path: string) => Promise<unknown>;

/** Every POST to the security set that reached the reference service; it remembers 2,000 requests. */
export async function postsOf(control: Control): Promise<SeenPost[]> {
  const { requests } = (await control('GET', '/requests?last=2000')) as {
    requests: { at: string; method: string; status: number | null; body: string | null }[];
  }; // the control port's own shape
  return requests
    .filter(({ method, body }) => method === 'POST' && body !== null)
    .map(({ at, status, body }) => {
      const sent = JSON.parse(body ?? '{}') as Record<string, string | boolean>;
      return {
        at,
        status,
        cell: {
          recordType: String(sent.BssiMasterRecordType),
          recordId: String(sent.BssiMasterRecordID),
          entityId: String(sent.BssiEntityID),
        },
        accessible: sent.BssiAccessible === true,
      };
    });
}

/** How many of these POSTs were about each of some cells. */
export function countPosts(posts: readonly SeenPost[], cells: readonly Cell[]): number[] {
  return cells.map((cell) => posts.filter((post) => cellKey(post.cell) === cellKey(cell)).length);
}

const attemptKey = (entry: { set: string; position: number; attempt: number }) =>
  `${entry.set} ${String(entry.position)} ${String(entry.attempt)}`;

/**
 * The invariants of quality.md that hold at any moment: INV1 every POST has an intent with an actor that is older;
 * INV2 every intent ends in at most one final outcome, and where there is none the cell is visibly open; INV5 the chain
 * verifies; and the counts of every set add up to what its cells say.
 * @param posts seen before the database is looked at, which may be in use.
 * @returns what was looked at.
 */
export async function expectInvariantsIn(kysely: Kysely<Tables>, posts: readonly SeenPost[]) {
  const { rows, cells, sets } = await atOneMoment(kysely);
  let before = chainStart;
  for (const { body, hash } of rows) {
    before = linkOf(before, body, sha256).hash;
    expect(hash).toBe(before);
  }
  const entries = rows.map(({ body }) => JSON.parse(body) as LedgerEntry); // written by the ledger
  const intents = entries.filter((entry) => entry.kind === 'change.intent');
  const older = new Map<string, string>();
  for (const { at, cell, wanted, actor } of intents) {
    const key = `${cellKey(cell)} ${String(wanted)}`;
    if (actor.id !== '' && !older.has(key)) older.set(key, at); // they are in order
  }
  for (const { at, cell, accessible } of posts) {
    const key = `${cellKey(cell)} ${String(accessible)}`;
    const intent = older.get(key);
    expect(intent, `an intent of the POST of ${key}`).toBeDefined();
    expect(intent !== undefined && intent <= at, `an intent older than the POST of ${key}`).toBe(true);
  }
  const outcomes = new Map<string, number>();
  for (const entry of entries)
    if (entry.kind === 'change.outcome')
      outcomes.set(attemptKey(entry), (outcomes.get(attemptKey(entry)) ?? 0) + 1);
  for (const [key, count] of outcomes) expect(count, `outcomes of ${key}`).toBe(1);
  const byPlace = new Map(cells.map((cell) => [`${cell.set_id} ${String(cell.position)}`, cell]));
  for (const intent of intents) {
    if (outcomes.has(attemptKey(intent))) continue;
    const cell = byPlace.get(`${intent.set} ${String(intent.position)}`);
    expect(cell?.attempt === intent.attempt ? cell.state : 'gone', attemptKey(intent)).toMatch(
      /^(pending|unknown)$/,
    );
  }
  for (const set of sets) {
    const mine = cells.filter(({ set_id }) => set_id === set.id);
    expect(mine.length).toBe(set.total);
    for (const state of [
      'pending',
      'applied',
      'already',
      'conflict',
      'rejected',
      'unknown',
      'cancelled',
    ] as const)
      expect(mine.filter((cell) => cell.state === state).length, `${set.id} ${state}`).toBe(set[state]);
  }
  return { entries, cells };
}

/** Ledger, cells and sets as they are together, whoever writes meanwhile. */
function atOneMoment(kysely: Kysely<Tables>) {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => ({
      rows: await transaction.selectFrom('ledger_entry').select(['body', 'hash']).orderBy('seq').execute(),
      cells: await transaction.selectFrom('change_cell').selectAll().execute(),
      sets: await transaction.selectFrom('change_set').selectAll().execute(),
    }));
}

/** The same of a scenario. */
export async function expectInvariants({ database, control }: Scenario) {
  return expectInvariantsIn(database.kysely, await postsOf(control));
}

/**
 * The same, INV3 for every cell that a set was about, and that pages show of it what the service has. The matrix was read
 * before.
 */
export async function expectAllInvariants(scenario: Scenario): Promise<void> {
  const { entries, cells } = await expectInvariants(scenario);
  const read = new Map<string, boolean | null>();
  for (const entry of entries) {
    if (entry.kind === 'change.intent')
      expect(entry.actor.roles.some((role) => mayChangeAccess.some((one) => one === role))).toBe(true);
    if (entry.kind === 'change.outcome' && entry.after !== undefined)
      read.set(cellKey(entry.cell), entry.after);
  }
  const about = cells.map((row) => ({
    cell: { recordType: row.record_type, recordId: row.record_id, entityId: row.entity_id },
    isOpen: row.state === 'pending' || row.state === 'unknown',
  }));
  const open = new Set(about.filter(({ isOpen }) => isOpen).map(({ cell }) => cellKey(cell)));
  const { mirror } = scenario.connection;
  const marked = new Set(mirror.status().unknown.map(cellKey));
  for (const [key, cell] of new Map(about.map((one) => [cellKey(one.cell), one.cell]))) {
    if (open.has(key)) continue;
    const truth = await scenario.truth(cell);
    if (read.has(key)) expect(read.get(key), `what was read of ${key}`).toBe(truth);
    // Another replica's change is heard of a moment later.
    if (!marked.has(key))
      await expect.poll(() => mirror.valueOf(cell), { message: `what pages show of ${key}` }).toBe(truth);
  }
}
