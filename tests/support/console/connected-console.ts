import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import type { RunningReference } from '@/lib/reference/service';
import type { Role } from '@/lib/contract/session/roles';
import { currencyOf } from '@/lib/domain/currency';
import { webClientAddress } from '@/lib/domain/journal/batch-address';
import type { Actor } from '@/lib/server/auth/actor';
import { readConfig, type ConsoleConfig } from '@/lib/server/config/config';
import type { Console } from '@/lib/server/console';
import { SessionStore } from '@/lib/server/auth/session-store';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { Drain } from '@/lib/server/drain';
import { Checkpoints } from '@/lib/server/ledger/checkpoints/checkpoints';
import { Ledger } from '@/lib/server/ledger/ledger';
import { DeniedRequests } from '@/lib/server/ledger/denied-requests';
import { openSigningKey } from '@/lib/server/ledger/checkpoints/signing-key';
import { ChangeWorker } from '@/lib/server/services/changes/execution/worker';
import { applyEntries } from '@/lib/server/services/access/mirror/apply-entries';
import { ReadingSchedule } from '@/lib/server/services/connections/reading-schedule';
import { deliverer } from '@/lib/server/services/notices/receivers/deliver';
import { Metrics } from '@/lib/server/telemetry/metrics';
import { noTraces } from '@/lib/server/telemetry/traces';
import { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import { ReadBelief } from '@/lib/server/services/access/mirror/read-belief';
import { LabelsFile } from '@/lib/server/services/access/labels/labels-file';
import { OutsideChanges } from '@/lib/server/services/access/outside/outside-changes';
import { usualPolicy, type ExecutionPolicy } from '@/lib/server/services/changes/execution/policy';
import { readChangeSets } from '@/lib/server/services/changes/read-changes';
import type { Connection } from '@/lib/server/services/connection';
import { EventHub } from '@/lib/server/services/events/event-hub';
import { JournalCopy } from '@/lib/server/services/journal/snapshot/journal-copy';
import type { RequestContext, ServiceContext } from '@/lib/server/services/verb';
import { createUpstream, type Upstream } from '@/lib/server/upstream/client';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import { sharedRateLimiter } from '@/lib/server/upstream/transport/shared-rate-limiter';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** Where a reference service is: what a console needs of it, also from another process. */
export type ReferencePlace = Pick<
  RunningReference,
  'baseUrl' | 'tenantId' | 'environment' | 'companyId' | 'publisher'
>;

/** The parts of a console without its HTTP, on a database and connected to a reference service. */
export interface ConnectedConsole {
  database: Database;
  ledger: Ledger;
  connection: Connection;
  schedule: ReadingSchedule;
  /** What a verb is given; `more` replaces parts of the request or of the console. */
  context: (role: Role | null, more?: ContextParts) => ServiceContext;
  /** Starts a worker for change sets, with the shorter waits that a test wants; it ends with the rest. */
  work: (policy?: Partial<ExecutionPolicy>) => ChangeWorker;
  close: () => Promise<void>;
}

/** Parts of a verb's context by their names alone. */
export type ContextParts = Partial<RequestContext> &
  Partial<Omit<Console, 'config' | 'log'>> & { config?: Partial<ConsoleConfig> };

export interface ConsoleParts {
  databaseUrl: string;
  /** One that is open already and stays so: another console on it is another replica. */
  database?: Database;
  log?: Logger;
  /** Changes the connection, whose rate is high so that tests do not wait. */
  settings?: Partial<ConnectionSettings>;
  /** Path of a file with names of records and entities. */
  labelsFile?: string;
  /** Puts something round the ledger or the way to the service. */
  ledgerOf?: (database: Database) => Ledger;
  upstreamOf?: (upstream: Upstream) => Upstream;
  /** One budget with the other processes on the same PostgreSQL. */
  sharesBudget?: boolean;
  /** How long after a doubtful read a second one counts; a minute unless a test says otherwise. */
  secondReadAfterMs?: number;
  /** The schedule is made, and not started. */
  readEveryMinutes?: number;
}

/** Opens the database and connects. */
export async function connectConsole(
  reference: ReferencePlace,
  {
    databaseUrl,
    database: opened,
    settings = {},
    labelsFile,
    ledgerOf,
    upstreamOf,
    sharesBudget = false,
    secondReadAfterMs = 60_000,
    readEveryMinutes = 0,
    log = pino({ level: 'silent' }),
  }: ConsoleParts,
): Promise<ConnectedConsole> {
  const database = opened ?? (await openDatabase(databaseUrl));
  const plain = createUpstream(
    { ...settingsFor(reference), ...settings },
    sharesBudget ? { rateLimiter: sharedRateLimiter(database, 'default', randomUUID()) } : {},
  );
  const upstream = upstreamOf?.(plain) ?? plain;
  const ledger = ledgerOf?.(database) ?? new Ledger(database);
  const outside = new OutsideChanges({
    connection: 'default',
    company: 'a',
    database,
    ledger,
    onFailure: () => undefined,
  });
  const belief = new ReadBelief({
    connection: 'default',
    database,
    onFailure: () => undefined,
    secondReadAfterMs,
  });
  const mirror = new AccessMirror(upstream, { watcher: outside, belief });
  const currency = settings.currency === undefined ? null : currencyOf(settings.currency);
  const connection: Connection = {
    key: 'default',
    label: 'Reference service',
    kind: 'sandbox',
    currency,
    bcUrl: webClientAddress(settings.bcUrl ?? ''),
    reference: true,
    secretExpires: null,
    upstream,
    mirror,
    labels: new LabelsFile(labelsFile ?? null, 'default', log),
    drift: null,
    journal: new JournalCopy(upstream, {
      directory: temporaryFolder('mem-journal'),
      log,
      access: () => mirror.known(),
      ...(currency && { decimals: currency.decimals }),
    }),
  };
  const folder = temporaryFolder('mem-ledger');
  const key = openSigningKey({ keyFile: join(folder, 'key.pem'), isKeyNamed: false });
  const deniedRequests = new DeniedRequests(ledger, log);
  const checkpoints = new Checkpoints({ database, ledger, key, directory: join(folder, 'checkpoints'), log });
  const signals = database.openSignals();
  ledger.subscribe((entries) => signals.send('ledger', String(entries.at(-1)?.seq)));
  const events = new EventHub({
    ledger,
    signals,
    connections: [connection],
    readSets: (ids) => readChangeSets(database, ids, [connection]),
    log,
    onEntries: (entries) => applyEntries([connection], entries),
  });
  await events.head();
  const sessions = new SessionStore(database, { idleMs: 3_600_000, maxMs: 3_600_000, issuer: 'demo' });
  const { config } = readConfig({});
  const workerParts = { database, ledger, signals, log, connections: [connection] };
  const worker = new ChangeWorker({ ...workerParts, policy: usualPolicy }); // not started: it runs switches alone
  const schedule = new ReadingSchedule({ connections: [connection], everyMinutes: readEveryMinutes, log });
  const workers = [worker];
  return {
    database,
    ledger,
    connection,
    work: (policy = {}) => {
      const worker = new ChangeWorker({ ...workerParts, policy: { ...usualPolicy, ...policy } });
      workers.push(worker);
      worker.start();
      return worker;
    },
    schedule,
    context: (role, more = {}) =>
      contextOf(
        {
          request: {
            actor: actorOf(role),
            session: null,
            actorNow: () => Promise.resolve(actorOf(role)),
            caller: {
              address: '127.0.0.1',
              host: 'localhost',
              agent: 'test',
              sessionToken: null,
              signInToken: null,
              bearerToken: null,
              isOnThisMachine: true,
            },
            connection,
            requestId: 'test-request',
            idempotencyKey: null,
            signal: new AbortController().signal,
            accept: 'application/json',
            lastEventId: '',
            log,
          },
          console: {
            config,
            log,
            drain: new Drain(log),
            controlUrl: null,
            demo: null,
            database,
            ledger,
            checkpoints,
            deniedRequests,
            signals,
            worker,
            events,
            sessions,
            oidc: null,
            connections: [connection],
            schedule,
            metrics: new Metrics(),
            deliver: deliverer({ publicUrl: config.publicUrl, privateAddresses: true, mail: null }),
            traces: noTraces,
          },
        },
        more,
      ),
    close: async () => {
      schedule.stop();
      for (const worker of workers) await worker.stop();
      events.close();
      connection.mirror.close();
      await outside.settled();
      await connection.journal.close();
      await upstream.close();
      await signals.close();
      if (!opened) await database.close();
    },
  };
}

/** A context with other parts, which are told by their names alone. */
export function contextOf({ request, console }: ServiceContext, more: ContextParts): ServiceContext {
  const of = (home: object) => Object.entries(more).filter(([name]) => name in home && name !== 'config');
  return {
    request: { ...request, ...Object.fromEntries(of(request)) },
    console: {
      ...console,
      ...Object.fromEntries(of(console)),
      config: { ...console.config, ...more.config },
    },
  };
}

/** How a console connects to a reference service, at a rate that lets no test wait. */
export function settingsFor({
  baseUrl,
  tenantId,
  environment,
  companyId,
  publisher,
}: ReferencePlace): ConnectionSettings {
  return {
    key: 'default',
    label: 'Reference service',
    kind: 'sandbox',
    address: 'online',
    baseUrl,
    tenantId,
    environment,
    companyId,
    publisher,
    auth: { mode: 'none' },
    concurrency: 4,
    ratePerSecond: 1_000,
    timeoutSeconds: 10,
    quotedBooleans: 'auto',
  };
}

function actorOf(role: Role | null): Actor | null {
  return role && { personId: 'somebody', name: 'Somebody', roles: [role], sessionId: 'a-session' };
}
