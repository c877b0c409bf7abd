import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ChangeList, ListChangesQuery } from '@/lib/contract/changes/changes';
import { mayRead } from '@/lib/contract/session/roles';
import { ConsoleError } from '@/lib/server/console-error';
import { isAbout } from '@/lib/server/db/cell-columns';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { verb, type ServiceContext } from '@/lib/server/services/verb';
import { readChangeSets } from './read-changes';

const setsPerPage = 50;
/** Limits of one query: sets, and their cells. `cellsPerPage`: cells examined for one page. */
const setsAtOnce = 500;
const cellsAtOnce = 100_000;
const cellsPerPage = 1_000_000;

interface Cursor {
  created_at: number;
  id: string;
}

/** The connection's change sets, newest first, in pages. @throws ConsoleError `invalid-request` for a bad `before`. */
export const listChanges = verb<ListChangesQuery, ChangeList>({
  roles: mayRead.changes,
  run: async ({ ctx, input }) => {
    const { ids, next } = await orUnavailable(() => findSets(ctx, input));
    return { value: await readChangeSets(ctx.console.database, ids, ctx.console.connections), next };
  },
});

/** Tests conditions on cells in parts with pauses: the embedded database blocks the console's only thread. */
async function findSets(
  ctx: ServiceContext,
  query: ListChangesQuery,
): Promise<{ ids: string[]; next: string | null }> {
  const people = query.person === undefined ? null : await peopleCalled(ctx, query.person);
  if (people?.length === 0) return { ids: [], next: null };
  const { recordType, recordId, entityId } = query;
  const asksCells = [recordType, recordId, entityId].some((part) => part !== undefined);
  const isProbe = recordType !== undefined && recordId !== undefined;
  const ids: string[] = [];
  let cursor = query.before === undefined ? null : cursorOf(query.before);
  let looked = 0;
  for (;;) {
    const most = asksCells ? setsAtOnce : setsPerPage + 1;
    const candidates = await candidatesAfter(ctx, query, people, cursor, most);
    const part = asksCells ? partOf(candidates, isProbe) : candidates;
    const fitting = asksCells ? await withCell(ctx, query, part) : null;
    for (const [at, candidate] of part.entries()) {
      cursor = candidate;
      if (fitting?.has(candidate.id) === false) continue;
      ids.push(candidate.id);
      if (ids.length < setsPerPage) continue;
      const isLast = at === part.length - 1 && part.length === candidates.length && candidates.length < most;
      return { ids, next: isLast ? null : textOf(cursor) };
    }
    if (part.length === candidates.length && candidates.length < most) return { ids, next: null };
    looked += part.reduce((sum, { total }) => sum + (isProbe ? 1 : total), 0);
    if (looked >= cellsPerPage) return { ids, next: cursor && textOf(cursor) };
    await nextTurn();
  }
}

/** Compared here, because SQLite ignores the case of ASCII letters only. */
async function peopleCalled({ console: { database } }: ServiceContext, name: string): Promise<string[]> {
  const people = await database.kysely.selectFrom('person').select(['id', 'name']).execute();
  const wanted = name.toLowerCase();
  return people.filter((one) => one.name.toLowerCase().includes(wanted)).map(({ id }) => id);
}

function candidatesAfter(
  { request: { connection, actor }, console: { database } }: ServiceContext,
  { mine, outcome, state, kind, from, to }: ListChangesQuery,
  people: readonly string[] | null,
  cursor: Cursor | null,
  most: number,
) {
  return database.kysely
    .selectFrom('change_set')
    .select(['id', 'created_at', 'total'])
    .where('connection', '=', connection.key)
    .$if(mine !== undefined, (sets) => sets.where('person_id', '=', actor?.personId ?? ''))
    .$if(people !== null, (sets) => sets.where('person_id', 'in', people ?? []))
    .$if(outcome !== undefined, (sets) => sets.where(outcome ?? 'total', '>', 0))
    .$if(state === 'active', (sets) => sets.where('state', 'in', ['queued', 'running', 'paused']))
    .$if(state !== undefined && state !== 'active', (sets) => sets.where('state', '=', state as 'done')) // 'active' is handled above
    .$if(kind === 'undo', (sets) => sets.where('undo_of', 'is not', null)) // also of one switch
    .$if(kind !== undefined && kind !== 'undo', (sets) => sets.where('kind', '=', kind ?? 'switch'))
    .$if(from !== undefined, (sets) => sets.where('created_at', '>=', Date.parse(from ?? '')))
    .$if(to !== undefined, (sets) => sets.where('created_at', '<', Date.parse(to ?? '')))
    .$if(cursor !== null, (sets) =>
      sets.where(sql<boolean>`(created_at, id) < (${cursor?.created_at}, ${cursor?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

function partOf<T extends { total: number }>(candidates: readonly T[], isProbe: boolean): readonly T[] {
  if (isProbe) return candidates; // found by index, however large the set is
  let cells = 0;
  const tooMany = candidates.findIndex(({ total }, at) => (cells += total) > cellsAtOnce && at > 0);
  return tooMany === -1 ? candidates : candidates.slice(0, tooMany);
}

async function withCell(
  { console: { database } }: ServiceContext,
  query: ListChangesQuery,
  sets: readonly { id: string }[],
): Promise<Set<string>> {
  if (sets.length === 0) return new Set();
  const cells = await database.kysely
    .selectFrom('change_cell')
    .select('set_id')
    .distinct()
    .where(
      'set_id',
      'in',
      sets.map(({ id }) => id),
    )
    .where(isAbout(query))
    .execute();
  return new Set(cells.map(({ set_id }) => set_id));
}

function textOf({ created_at, id }: Cursor): string {
  return `${String(created_at)}.${id}`;
}

function cursorOf(text: string): Cursor {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,80})$/.exec(text) ?? [];
  if (at !== undefined && id !== undefined) return { created_at: Number(at), id };
  throw new ConsoleError('invalid-request', 'The query is not valid. before: No page ended there.', {
    errors: [{ path: 'before', message: 'No page ended there.' }],
  });
}
