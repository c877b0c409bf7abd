import 'server-only';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import { activityDays, type Activity, type ActivityQuery } from '@/lib/contract/changes/activity';
import { mayRead } from '@/lib/contract/session/roles';
import { dayOf } from '@/lib/domain/reader-formats';
import { nowOf } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { outsideEntries, outsideListKinds } from '@/lib/server/ledger/reading';
import { outsideReview } from '@/lib/server/services/access/outside/outside-review';
import { RecentMap } from '@/lib/server/recent-map';
import { verb, type ServiceContext } from '@/lib/server/services/verb';

const dayMs = 86_400_000;

interface SetFigures {
  given: number;
  removed: number;
  refused: number;
}

/** Figures of ended sets, by ID and end: a retried set ends anew. */
const ended = new RecentMap<string, SetFigures>(10_000);

/** The connection's last days, day by day, and the state of the log. */
export const readActivity = verb<ActivityQuery, Activity>({
  roles: mayRead.changes,
  run: ({ ctx, input: { timeZone } }) =>
    orUnavailable(async () => {
      const now = await nowOf(ctx.console.database);
      const names = lastDays(now, timeZone);
      const days = new Map(
        names.map((day): [string, Activity['days'][number]] => [
          day,
          { day, given: 0, removed: 0, refused: 0, outside: 0, growth: 0 },
        ]),
      );
      const sets = await setsSince(ctx, now - (activityDays + 1) * dayMs);
      const figures = await figuresOf(ctx, sets);
      const refused = { sets: 0, assignments: 0 };
      for (const set of sets) {
        const day = days.get(dayOf(set.created_at, timeZone));
        const of = figures.get(set.id);
        if (day === undefined || of === undefined) continue;
        day.given += of.given;
        day.removed += of.removed;
        day.refused += of.refused;
        day.growth = sumOf(day.growth, of.given - of.removed);
        refused.sets += Number(of.refused > 0);
        refused.assignments += of.refused;
      }
      const { waiting } = await outsideReview(ctx.console.database.kysely, ctx.request.connection.key);
      const outside = { day: 0, waiting };
      for (const { at, count, growth } of await outsideSince(ctx, now - (activityDays + 1) * dayMs)) {
        const day = days.get(dayOf(at, timeZone));
        if (day !== undefined)
          Object.assign(day, { outside: day.outside + count, growth: sumOf(day.growth, growth) });
        if (now - at < dayMs) outside.day += count;
      }
      return {
        days: [...days.values()],
        outside,
        refused,
        unconfirmed: await unconfirmedOf(ctx),
        log: await logOf(ctx),
      };
    }),
});

function sumOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/** The last days, oldest first; computed at noon, which no clock change moves to another day. */
function lastDays(now: number, timeZone: string): string[] {
  const today = dayOf(now, timeZone);
  const noon = Date.parse(`${today}T12:00:00Z`);
  return Array.from({ length: activityDays }, (_, at) =>
    dayOf(noon - (activityDays - 1 - at) * dayMs, 'UTC'),
  );
}

interface SetSince {
  id: string;
  created_at: number;
  ended_at: number | null;
}

function setsSince(
  { request: { connection }, console: { database } }: ServiceContext,
  since: number,
): Promise<SetSince[]> {
  return database.kysely
    .selectFrom('change_set')
    .select(['id', 'created_at', 'ended_at'])
    .where('created_at', '>=', since)
    .where('connection', '=', connection.key)
    .execute();
}

const setsAtOnce = 500;

async function figuresOf(
  { console: { database } }: ServiceContext,
  sets: readonly SetSince[],
): Promise<Map<string, SetFigures>> {
  const figures = new Map<string, SetFigures>();
  const asked: string[] = [];
  for (const { id, ended_at } of sets) {
    const known = ended_at === null ? undefined : ended.get(endOf(id, ended_at));
    if (known === undefined) asked.push(id);
    figures.set(id, known ?? { given: 0, removed: 0, refused: 0 });
  }
  for (let from = 0; from < asked.length; from += setsAtOnce) {
    const rows = await database.kysely
      .selectFrom('change_cell')
      .select(({ fn }) => ['set_id', 'state', 'wanted', fn.countAll<number | string>().as('cells')])
      .where('set_id', 'in', asked.slice(from, from + setsAtOnce))
      .where('state', 'in', ['applied', 'rejected'])
      .groupBy(['set_id', 'state', 'wanted'])
      .execute();
    for (const { set_id, state, wanted, cells } of rows) {
      const of = figures.get(set_id);
      if (of) of[state === 'rejected' ? 'refused' : wanted === 1 ? 'given' : 'removed'] += Number(cells);
    }
  }
  for (const { id, ended_at } of sets) {
    const of = figures.get(id);
    if (ended_at !== null && of !== undefined) ended.set(endOf(id, ended_at), of);
  }
  return figures;
}

function endOf(id: string, endedAt: number): string {
  return `${id} ${String(endedAt)}`;
}

const mostOutside = 5_000;

interface OutsideSince {
  at: number;
  count: number;
  growth: number | null;
}

/** Outside changes and accepted shorter lists: when noticed, how many, and by how much access grew. */
async function outsideSince(
  { request: { connection }, console: { database } }: ServiceContext,
  since: number,
): Promise<OutsideSince[]> {
  const entries = await outsideEntries(database.kysely, connection.key, outsideListKinds, {
    from: new Date(since).toISOString(),
    most: mostOutside,
  });
  return entries.flatMap(({ told }) => {
    if (!told) return [];
    const growth = told.cell && Number(told.after === true) - Number(told.before === true);
    return [{ at: Date.parse(told.at), count: told.count, growth }];
  });
}

async function unconfirmedOf({
  request: { connection },
  console: { database },
}: ServiceContext): Promise<Activity['unconfirmed']> {
  const { sets, assignments } = await database.kysely
    .selectFrom('change_set')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('sets'),
      fn.sum<number | string | null>(unconfirmedState).as('assignments'),
    ])
    .where('connection', '=', connection.key)
    .where('state', 'in', ['queued', 'running', 'paused']) // others have none
    .where(unconfirmedState, '>', 0)
    .executeTakeFirstOrThrow();
  return { sets: Number(sets), assignments: Number(assignments ?? 0) };
}

async function logOf({ console: { database, ledger } }: ServiceContext): Promise<Activity['log']> {
  const { signed } = await database.kysely
    .selectFrom('ledger_checkpoint')
    .select(({ fn }) => fn.max<number | string | null>('seq').as('signed'))
    .executeTakeFirstOrThrow();
  const verified = ledger.lastVerification;
  return {
    entries: (await ledger.head()).seq,
    signedTo: Number(signed ?? 0),
    verified: verified && {
      at: verified.checkedAt,
      verdict: verified.verdict,
      head: verified.head.seq,
    },
  };
}
