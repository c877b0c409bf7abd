import 'server-only';
import type { z } from 'zod';
import { sql, type Selectable } from 'kysely';
import type { ChangeSet, changeSetIdSchema, ChangeStep } from '@/lib/contract/changes/changes';
import { mayRead } from '@/lib/contract/session/roles';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { ChangeSetTable } from '@/lib/server/db/tables';
import { entryIn } from '@/lib/server/ledger/entry';
import { personOf } from '@/lib/server/ledger/reading';
import type { Connection } from '@/lib/server/services/connection';
import { verb } from '@/lib/server/services/verb';
import { changeSetOf, isChangeSetId, noSuchChangeSet, type MoreOfSet } from './store/change-set-row';
import { summariesOf } from './store/set-summaries';

/** A set that pauses repeatedly has more steps than a page shows. */
const mostSteps = 100;
const rateWindowMs = 10_000;
const shortestMeasureMs = 1_000;

/** @throws ConsoleError `not-found`. */
export const readChanges = verb<z.infer<typeof changeSetIdSchema>, ChangeSet>({
  roles: mayRead.changes,
  run: ({ ctx, input: { changeSetId } }) =>
    readChangeSet(ctx.console.database, changeSetId, ctx.console.connections),
});

/** One change set with its steps. @throws ConsoleError `not-found`, `ledger-unavailable`. */
export async function readChangeSet(
  database: Database,
  id: string,
  connections?: readonly WaitingConnection[],
): Promise<ChangeSet> {
  const [found] = await readChangeSets(database, [id], connections);
  if (!found) throw noSuchChangeSet();
  return { ...found, steps: await orUnavailable(() => stepsOf(database, id)) };
}

type WaitingConnection = Pick<Connection, 'key' | 'upstream'>;

/**
 * Change sets in the given order, without unknown IDs; `connections` tell whether the service throttles.
 * @throws ConsoleError `ledger-unavailable`.
 */
export function readChangeSets(
  database: Database,
  ids: readonly string[],
  connections: readonly WaitingConnection[] = [],
): Promise<ChangeSet[]> {
  const asked = ids.filter(isChangeSetId);
  if (asked.length === 0) return Promise.resolve([]);
  return orUnavailable(async () => {
    const rows = await database.kysely
      .selectFrom('change_set')
      .selectAll()
      .where('id', 'in', asked)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const [undos, cells] = [await undosOf(database, asked), await onlyCells(database, rows)];
    const summaries = await summariesOf(database, rows);
    const sets: ChangeSet[] = [];
    for (const id of asked) {
      const [row, summary] = [byId.get(id), summaries.get(id)];
      if (!row || !summary) continue;
      const rate = row.state === 'running' ? await rateOf(database, row) : null;
      const [undo, only] = [undos.get(id) ?? null, cells.get(id) ?? null];
      const upstream = connections.find(({ key }) => key === row.connection)?.upstream;
      const waitMs = row.state === 'running' ? (upstream?.throttledForMs() ?? 0) : 0;
      const waitsUntil = new Date(Date.now() + waitMs).toISOString();
      sets.push({ ...changeSetOf(row, { summary, undo, rate, only }), ...(waitMs > 0 && { waitsUntil }) });
    }
    return sets;
  });
}

type Undo = NonNullable<MoreOfSet['undo']>;

/** The newest undo of each set. Several undos may share the work, so all are counted, minus what was undone of them. */
async function undosOf(database: Database, ids: readonly string[]): Promise<Map<string, Undo>> {
  if (ids.length === 0) return new Map();
  const rows = await database.kysely
    .selectFrom('change_set')
    .select(['id', 'undo_of', 'state', 'applied', 'already'])
    .where('undo_of', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ofUndos = await undosOf(
    database,
    rows.map(({ id }) => id),
  );
  const undos = new Map<string, Undo>();
  for (const { id, undo_of, state, applied, already } of rows) {
    if (undo_of === null) continue;
    const stands = Math.max(0, applied + already - (ofUndos.get(id)?.undone ?? 0));
    undos.set(undo_of, { id, state, undone: (undos.get(undo_of)?.undone ?? 0) + stands });
  }
  return undos;
}

async function onlyCells({ kysely }: Database, rows: readonly Selectable<ChangeSetTable>[]) {
  const ids = rows.filter(({ total }) => total === 1).map(({ id }) => id);
  if (ids.length === 0) return new Map<string, never>();
  const cells = await kysely.selectFrom('change_cell').selectAll().where('set_id', 'in', ids).execute();
  return new Map(cells.map((cell) => [cell.set_id, cell]));
}

/** Cells decided per second. Reads the ledger, whose indexes find the last seconds even of a large set. */
async function rateOf(
  { kysely, dialect }: Database,
  { id, pending }: Selectable<ChangeSetTable>,
): Promise<ChangeSet['rate']> {
  const since = sql<number>`${dialect.now} - ${sql.lit(rateWindowMs)}`;
  const lately = kysely
    .selectFrom('ledger_entry')
    .where('set_id', '=', id)
    .where('kind', '=', 'change.outcome')
    .where('at', '>', since)
    .where('seq', '>=', (earliest) =>
      earliest
        .selectFrom('ledger_entry')
        .select('seq')
        .where('at', '>', since)
        .orderBy('at')
        .orderBy('seq')
        .limit(1),
    );
  const { first, now } = await lately
    .select(({ fn }) => [fn.min('at').as('first'), dialect.now.as('now')])
    .executeTakeFirstOrThrow();
  // Counted after the first entry, so that a set that has just started, or decided a whole batch, shows no false rate.
  const measuredMs = now - (first ?? now);
  if (measuredMs < shortestMeasureMs) return null;
  const { settled } = await lately
    .where('at', '>', first)
    .select(({ fn }) => fn.countAll<number>().as('settled'))
    .executeTakeFirstOrThrow();
  if (settled === 0) return null;
  const perSecond = settled / (measuredMs / 1_000);
  return { perSecond, secondsLeft: pending === 0 ? 0 : Math.ceil(pending / perSecond) };
}

async function stepsOf({ kysely }: Database, setId: string): Promise<ChangeStep[]> {
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select('body')
    .where('set_id', '=', setId)
    .where('kind', '=', 'set.state')
    .orderBy('seq', 'desc')
    .limit(mostSteps)
    .execute();
  return rows.reverse().flatMap(({ body }) => {
    const entry = entryIn(body);
    if (entry?.kind !== 'set.state') return []; // damaged: the check of the whole log reports it
    const { seq, at, state, actor, why } = entry;
    return [{ seq, at, state, person: actor ? personOf(actor) : null, why }];
  });
}
