import 'server-only';
import { Gauge } from 'prom-client';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { DeliveryState } from '@/lib/contract/notice-kinds';
import type { Console } from '@/lib/server/console';
import type { FollowerParts } from '@/lib/server/ledger/ledger-follower';
import { isAnswering } from '@/lib/server/upstream/client';
import { consoleVersion } from '@/lib/server/version';
import type { Metrics } from './metrics';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

/**
 * Adds what the console is and holds at the moment of a scrape. What the database would say is left out while it is away:
 * a gauge without a sample, which an alert finds by `absent()`.
 */
export function addConsoleGauges({ registry }: Metrics, console: Console): void {
  const { config, connections, database, checkpoints, events, sessions, schedule } = console;
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ) =>
    new Gauge({
      ...{ name, help, labelNames },
      registers: [registry],
      async collect() {
        this.reset();
        for (const [labels, value] of await Promise.resolve(read()).catch(() => [])) this.set(labels, value);
      },
    });
  const one = (value: number): readonly Sample[] => [[{}, value]];
  const ofConnections = (read: (at: (typeof connections)[number]) => number | null) => () =>
    connections.flatMap((at): Sample[] => {
      const value = read(at);
      return value === null || !Number.isFinite(value) ? [] : [[{ connection: at.key }, value]];
    });

  const { version, commit } = consoleVersion;
  gauge(
    'mem_build_info',
    'The version that runs and the commit it was built from; always 1.',
    ['version', 'commit'],
    () => [[{ version, commit: commit ?? '' }, 1]],
  );
  const deliveriesIn = async (state: DeliveryState): Promise<number> => {
    const { count } = await database.kysely
      .selectFrom('notice_delivery')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('state', '=', state)
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  gauge(
    'mem_service_up',
    'Whether the last request to the service succeeded; none before the first.',
    ['connection'],
    ofConnections(({ upstream }) => {
      const answers = isAnswering(upstream.health());
      return answers === null ? null : Number(answers);
    }),
  );
  gauge(
    'mem_service_paused_seconds',
    'How long the service still asks the console to pause (429).',
    ['connection'],
    ofConnections(({ upstream }) => upstream.throttledForMs() / 1000),
  );
  gauge(
    'mem_matrix_age_seconds',
    'Age of the copy of all assignments; none before the first read.',
    ['connection'],
    ofConnections(({ mirror }) => mirror.ageMs / 1000),
  );
  gauge(
    'mem_lines_age_seconds',
    'Age of the copy of all journal lines; none before the first read.',
    ['connection'],
    ofConnections(({ journal }) => journal.ageMs / 1000),
  );
  gauge(
    'mem_matrix_doubtful',
    'Whether the newest read of the assignments is in doubt.',
    ['connection'],
    ofConnections(({ mirror }) => Number(mirror.doubt() !== null)),
  );
  gauge(
    'mem_interface_differences',
    'Differences of the interface from what the console expects; none before it was read.',
    ['connection'],
    ofConnections(({ drift }) => drift),
  );
  gauge(
    'mem_next_read_timestamp_seconds',
    'When the console reads next without being asked; none without a schedule.',
    ['connection'],
    ofConnections((at) => {
      const { nextAt } = schedule.readsOf(at);
      return nextAt === null ? null : Date.parse(nextAt) / 1000;
    }),
  );
  gauge(
    'mem_read_interval_seconds',
    'Time between two reads on the schedule (MEM_READ_EVERY_MINUTES); none without a schedule.',
    [],
    () => (config.readEveryMinutes === 0 ? [] : one(config.readEveryMinutes * 60)),
  );
  gauge(
    'mem_secret_expires_timestamp_seconds',
    'End of the last day (UTC) on which the secret for a connection, or that of sign-in, works; none where no day is set.',
    ['secret'],
    () => [
      ...connections.flatMap(({ key, secretExpires }) => expiry(`connection ${key}`, secretExpires)),
      ...expiry('sign-in', config.oidc?.secretExpires ?? null),
    ],
  );
  gauge('mem_database_writable', 'Whether changes can be recorded; else they are refused.', [], async () =>
    one(Number((await database.whyNoWrites()) === null)),
  );
  gauge('mem_checkpoint_folder_up', 'Whether checkpoints reach their folder.', [], () =>
    one(Number(checkpoints.folder.fault === null)),
  );
  gauge(
    'mem_log_intact',
    'Whether the log has every entry that a checkpoint knows, or records that it lost some.',
    [],
    () => one(Number(checkpoints.folder.losses.length === 0)),
  );
  gauge('mem_log_entries', 'Number of the newest entry of the log.', [], async () =>
    one((await console.ledger.head()).seq),
  );
  const behind = async (follower: FollowerParts['name']) => {
    const row = await database.kysely
      .selectFrom(['ledger_head', 'ledger_cursor'])
      .select(['ledger_head.seq as newest', 'ledger_cursor.seq as handled'])
      .where('name', '=', follower)
      .executeTakeFirst();
    return row ? one(row.newest - row.handled) : [];
  };
  if (config.auditLog !== null)
    gauge(
      'mem_audit_log_waiting',
      'Entries of the log that AUDIT_LOG does not have yet; none where it is off.',
      [],
      () => behind('audit-log'),
    );
  gauge('mem_notices_behind', 'Entries of the log that notices were not made of yet.', [], () =>
    behind('notices'),
  );
  gauge('mem_change_sets', 'Change sets that have not ended, by state.', ['state'], async () => {
    const rows = await database.kysely
      .selectFrom('change_set')
      .select(({ fn }) => ['state', fn.countAll<number | string>().as('sets')])
      .where('state', 'in', ['queued', 'running', 'paused'])
      .groupBy('state')
      .execute();
    const found = new Map(rows.map(({ state, sets }) => [state as string, Number(sets)]));
    return ['queued', 'running', 'paused'].map((state) => [{ state }, found.get(state) ?? 0] as const);
  });
  gauge(
    'mem_oldest_change_set_seconds',
    'Age of the oldest change set that has not ended and that no person paused; 0: none.',
    [],
    async () => {
      const row = await database.kysely
        .selectFrom('change_set')
        .select(({ fn }) => [fn.min('created_at').as('created'), database.dialect.now.as('now')])
        .where('state', 'in', ['queued', 'running', 'paused'])
        .where((where) => where.or([where('pause_code', 'is', null), where('pause_code', '<>', 'person')]))
        .executeTakeFirst();
      return one(row?.created == null ? 0 : (Number(row.now) - Number(row.created)) / 1000);
    },
  );
  gauge(
    'mem_change_cells',
    'Assignments of change sets that have not ended, by state.',
    ['state'],
    async () => {
      const row = await database.kysely
        .selectFrom('change_set')
        .select(({ fn }) => [fn.sum('pending').as('pending'), fn.sum('unknown').as(unconfirmedState)])
        .where('state', 'in', ['queued', 'running', 'paused'])
        .executeTakeFirst();
      return [
        [{ state: 'pending' }, Number(row?.pending ?? 0)],
        [{ state: 'unconfirmed' }, Number(row?.[unconfirmedState] ?? 0)],
      ];
    },
  );
  gauge('mem_notices_waiting', 'Notices that wait for delivery to a receiver.', [], async () =>
    one(await deliveriesIn('waiting')),
  );
  gauge(
    'mem_notices_given_up',
    'Notices that were tried for a day; a person can send them again.',
    [],
    async () => one(await deliveriesIn('given-up')),
  );
  gauge(
    'mem_oldest_notice_seconds',
    'How long the oldest notice has waited for delivery; 0: none waits.',
    [],
    async () => {
      const row = await database.kysely
        .selectFrom('notice_delivery')
        .select(({ fn }) => [fn.min('since').as('since'), database.dialect.now.as('now')])
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return one(row?.since == null ? 0 : (Number(row.now) - Number(row.since)) / 1000);
    },
  );
  gauge('mem_event_streams', 'Pages that follow changes.', [], () => one(events.streams));
  gauge('mem_sessions', 'People’s sessions that have not ended.', [], async () =>
    one(await sessions.count()),
  );
}

function expiry(secret: string, lastDay: string | null): Sample[] {
  return lastDay === null ? [] : [[{ secret }, Date.parse(lastDay) / 1000 + 86_400]];
}
