import 'server-only';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currencyOf } from '@/lib/domain/currency';
import { webClientAddress } from '@/lib/domain/journal/batch-address';
import { startReferenceService, type RunningReference } from '@/lib/reference/service';
import { OpenIdProvider } from './auth/openid-provider';
import { issuerOf, SessionStore } from './auth/session-store';
import { newToken } from './auth/token';
import { isBuild, readConfig, type ConsoleConfig } from '@/lib/server/config/config';
import { ConsoleError } from './console-error';
import { openDatabase, type Database } from './db/database';
import { DatabaseError } from './db/database-error';
import { beginDemo } from '@/lib/demo/demo';
import type { Console } from './console';
import { Drain } from './drain';
import { RequestGate } from './http/request-gate';
import { RateLimits } from './http/rate-limits';
import { Checkpoints } from '@/lib/server/ledger/checkpoints/checkpoints';
import { auditLogTo } from './ledger/audit-log';
import { Ledger } from './ledger/ledger';
import { LedgerFollower } from './ledger/ledger-follower';
import { DeniedRequests } from './ledger/denied-requests';
import { openSigningKey } from '@/lib/server/ledger/checkpoints/signing-key';
import { ChangeWorker } from '@/lib/server/services/changes/execution/worker';
import { createLog } from './log';
import { applyEntries, markUnconfirmedCells } from '@/lib/server/services/access/mirror/apply-entries';
import { LabelsFile } from '@/lib/server/services/access/labels/labels-file';
import { noteKnownOutside } from '@/lib/server/services/access/outside/outside-review';
import { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import { ReadBelief } from '@/lib/server/services/access/mirror/read-belief';
import { OutsideChanges } from '@/lib/server/services/access/outside/outside-changes';
import { freeLeases } from '@/lib/server/services/changes/store/lease';
import { usualPolicy } from '@/lib/server/services/changes/execution/policy';
import { readChangeSets } from './services/changes/read-changes';
import type { Connection } from './services/connection';
import { ReadingSchedule } from './services/connections/reading-schedule';
import { EventHub } from './services/events/event-hub';
import { Outbox } from './services/notices/outbox/outbox';
import { deliverer } from './services/notices/receivers/deliver';
import { Watcher } from './services/notices/watch/watcher';
import { JournalCopy } from './services/journal/snapshot/journal-copy';
import { addConsoleGauges } from './telemetry/console-gauges';
import { Metrics } from './telemetry/metrics';
import { openTraces } from './telemetry/traces';
import { createUpstream, type UpstreamParts } from './upstream/client';
import { companyOf, type ConnectionSettings } from './upstream/settings';
import { sharedRateLimiter } from './upstream/transport/shared-rate-limiter';
import { consoleVersion } from './version';

export interface ServedConsole extends Console {
  gate: RequestGate;
  limits: RateLimits;
}

// Next bundles instrumentation and routes apart, so a module variable would exist more than once.
const shared = globalThis as typeof globalThis & { memConsole?: Promise<ServedConsole> };

/** The console's parts; the first call starts them. @throws ConfigError, DatabaseError */
export function theConsole(): Promise<ServedConsole> {
  // A build would lock the database against the console that starts after it.
  if (isBuild()) throw new Error('A build has no console: ask for something of the request before.');
  return (shared.memConsole ??= compose());
}

export async function startOrExit(): Promise<ServedConsole> {
  try {
    return await theConsole();
  } catch (error) {
    const { cause } = error instanceof ConsoleError ? error : {};
    const told = cause instanceof DatabaseError ? cause : error; // names the damaged file
    const message = told instanceof Error ? told.message : String(told);
    process.stderr.write(`The console did not start. ${message}\n`);
    return process.exit(1);
  }
}

/** Logs a page that failed; its error panel shows `digest`. */
export async function notePageFailure(
  error: unknown,
  path: string,
  requestId: string | undefined,
): Promise<void> {
  const { log } = await theConsole();
  const digest = typeof error === 'object' && error !== null && 'digest' in error ? error.digest : undefined;
  log.error({ requestId, path: path.split('?')[0], digest, err: error }, 'A page failed while it was drawn.');
}

async function compose(): Promise<ServedConsole> {
  const { config, warnings } = readConfig();
  const log = createLog(config.logLevel);
  const drain = new Drain(log);
  const metrics = new Metrics();
  log.info(consoleVersion, 'The console starts.');
  for (const warning of warnings) log.warn(warning);
  const traces = await openTraces(config.traces, log);
  drain.add(() => traces.close());
  const key = openSigningKey(config.ledger);
  const database = await openDatabase(config.databaseUrl, {
    onLost: (error) => {
      log.warn({ err: error }, 'A connection to the database broke.');
    },
    ...(traces.statement && { onStatement: traces.statement }),
  });
  const signals = database.openSignals();
  drain.add(() => signals.close());
  const ledger = new Ledger(database, (error) => {
    log.error({ err: error }, 'Entries of the ledger were written, but could not be passed on here.');
  });
  ledger.subscribe((entries) => signals.send('ledger', String(entries.at(-1)?.seq)));
  const directory = config.ledger.checkpointDirectory;
  const checkpoints = new Checkpoints({ database, ledger, key, directory, log });
  await checkpoints.start();
  drain.add(() => checkpoints.close());
  if (config.auditLog !== null) {
    const handle = auditLogTo(config.auditLog);
    const follower = new LedgerFollower({ name: 'audit-log', from: 'first', handle, database, signals, log });
    follower.start();
    drain.add(() => follower.stop());
  }
  const deniedRequests = new DeniedRequests(ledger, log);
  drain.add(() => deniedRequests.close());
  const reference = config.connections.length === 0 ? await startReference(config) : null;
  if (reference) drain.add(() => reference.close());
  if (reference?.notice) log.warn(reference.notice);
  const settings = reference ? [referenceSettings(reference, config)] : config.connections;
  const sessions = new SessionStore(database, {
    idleMs: config.sessionIdleMinutes * 60_000,
    maxMs: config.sessionMaxHours * 3_600_000,
    issuer: issuerOf(config.signIn, config.oidc?.issuer.href),
  });
  const oidc = config.oidc && new OpenIdProvider(config.oidc, config.publicUrl, database);
  void oidc?.check().catch((error: unknown) => {
    log.warn(
      { err: error },
      'Nobody can sign in yet: the OpenID provider cannot be used as OIDC_ISSUER says.',
    );
  });
  const isReference = reference !== null;
  const labelsFile = config.labelsFile ?? reference?.labelsFile ?? null;
  const connections = settings.map((one) =>
    connect(one, { isReference, labelsFile, log, database, ledger, metrics, traces }),
  );
  const events = new EventHub({
    ledger,
    signals,
    connections,
    readSets: (ids) => readChangeSets(database, ids, connections),
    log,
    onEntries: (entries) => applyEntries(connections, entries),
  });
  const schedule = new ReadingSchedule({ connections, everyMinutes: config.readEveryMinutes, log });
  const worker = new ChangeWorker({ database, ledger, signals, log, connections, policy: usualPolicy });
  const deliver = deliverer({ publicUrl: config.publicUrl, ...config.notices });
  const outbox = new Outbox({ database, signals, log, deliver });
  const watcher = new Watcher({
    ...{ database, ledger, checkpoints, signals, connections, log },
    signInSecretExpires: config.oidc?.secretExpires ?? null,
    monthEndDay: config.notices.monthEndDay,
  });
  const console: ServedConsole = {
    config,
    log,
    gate: new RequestGate({
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      loopbackOnly: config.signIn === 'demo' && reference === null,
      log,
      ended: (...request) => metrics.noteRequest(...request),
    }),
    drain,
    controlUrl: reference?.controlUrl ?? null,
    demo: null,
    database,
    ledger,
    checkpoints,
    deniedRequests,
    signals,
    worker,
    events,
    sessions,
    oidc,
    limits: new RateLimits(),
    connections,
    schedule,
    metrics,
    deliver,
    traces,
  };
  addConsoleGauges(metrics, console);
  console.demo = await beginDemo(console);
  const head = await events.head(); // every later entry is heard
  await markUnconfirmedCells(database, connections);
  await noteKnownOutside(database, connections, head);
  await freeLeases(database);
  worker.start();
  for (const { journal } of connections) journal.start();
  schedule.start();
  watcher.start();
  outbox.start();
  drain.add(() => outbox.stop());
  drain.add(() => watcher.stop());
  drain.add(() => Promise.resolve(schedule.stop()));
  drain.add(() => worker.stop());
  drain.add(() => Promise.resolve(events.close())); // first, so that pages go to another replica
  return console;
}

function startReference(config: ConsoleConfig): Promise<RunningReference> {
  const { port, controlPort, size } = config.reference;
  const stateFile = join('data', 'reference.db');
  return startReferenceService({ port, controlPort, size, stateFile });
}

function referenceSettings(reference: RunningReference, config: ConsoleConfig): ConnectionSettings {
  const { baseUrl, tenantId, environment, companyId, publisher } = reference;
  return {
    ...config.budget,
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
  };
}

function rateLimiter({ key }: ConnectionSettings, database: Database): Pick<UpstreamParts, 'rateLimiter'> {
  if (database.dialect.kind === 'libsql') return {};
  return { rateLimiter: sharedRateLimiter(database, key, newToken()) };
}

interface ConnectedParts extends Pick<Console, 'log' | 'database' | 'ledger' | 'metrics' | 'traces'> {
  isReference: boolean;
  /** CSV with names of records and entities, or null. */
  labelsFile: string | null;
}

function connect(
  settings: ConnectionSettings,
  { isReference, labelsFile, log, database, ledger, metrics, traces }: ConnectedParts,
): Connection {
  const connectionLog = log.child({ connection: settings.key });
  const upstream = createUpstream(settings, {
    log: (entry) => {
      connectionLog.debug(entry, 'request to the service');
      metrics.noteServiceRequest(entry);
      traces.serviceRequest(entry);
    },
    ...rateLimiter(settings, database),
  });
  const mirror = new AccessMirror(upstream, {
    onFailure: (error) => {
      connectionLog.warn({ err: error }, 'The access matrix could not be read.');
    },
    belief: new ReadBelief({
      connection: settings.key,
      database,
      onFailure: (error) => {
        connectionLog.warn({ err: error }, 'How much the service listed could not be kept; it will be.');
      },
    }),
    watcher: new OutsideChanges({
      connection: settings.key,
      company: companyOf(settings),
      database,
      ledger,
      onFailure: (error) => {
        connectionLog.warn({ err: error }, 'What changed outside could not be recorded; it will be.');
      },
    }),
  });
  const currency = settings.currency === undefined ? null : currencyOf(settings.currency);
  return {
    key: settings.key,
    label: settings.label,
    kind: settings.kind,
    currency,
    bcUrl: webClientAddress(settings.bcUrl ?? ''),
    reference: isReference,
    secretExpires: settings.secretExpires ?? null,
    upstream,
    mirror,
    labels: new LabelsFile(labelsFile, settings.key, connectionLog),
    drift: null,
    journal: new JournalCopy(upstream, {
      directory: tmpdir(),
      log: connectionLog,
      access: () => mirror.known(),
      ...(currency && { decimals: currency.decimals }),
    }),
  };
}
