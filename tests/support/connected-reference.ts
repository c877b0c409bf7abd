import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startReferenceService, type ReferenceOptions, type RunningReference } from '@/lib/reference/service';
import type { Role } from '@/lib/contract/roles';
import type { Actor } from '@/lib/server/auth/actor';
import { SessionStore } from '@/lib/server/auth/session-store';
import { openDatabase } from '@/lib/server/db/database';
import { localNotices } from '@/lib/server/db/notices';
import { Checkpoints } from '@/lib/server/ledger/checkpoints';
import { Ledger } from '@/lib/server/ledger/ledger';
import { openSigningKey } from '@/lib/server/ledger/signing-key';
import { ChangeWorker } from '@/lib/server/jobs/change-worker';
import { CellLocks } from '@/lib/server/services/access/cell-locks';
import { hearEntries } from '@/lib/server/services/access/hear-entries';
import { AccessMirror } from '@/lib/server/services/access/mirror';
import { OutsideChanges } from '@/lib/server/services/access/outside-changes';
import { usualPace, type Pace } from '@/lib/server/services/changes/pace';
import { readChangeSets } from '@/lib/server/services/changes/read-changes';
import type { Connection } from '@/lib/server/services/connection';
import { EventHub } from '@/lib/server/services/events/event-hub';
import { createJournalSources } from '@/lib/server/services/journal/sources';
import type { ServiceContext } from '@/lib/server/services/verb';
import { createUpstream } from '@/lib/server/upstream/client';
import type { ConnectionSettings } from '@/lib/server/upstream/connection';
import { testDatabase } from './test-database';

/** A running reference service and a connection of the console to it, both real. */
export interface ConnectedReference {
  reference: RunningReference;
  connection: Connection;
  context: (role: Role | null, more?: Partial<ServiceContext>) => ServiceContext;
  /** Starts a worker for change sets, with the shorter waits that a test wants; it ends with the rest. */
  work: (pace?: Partial<Pace>) => ChangeWorker;
  /** Speaks to the control port. */
  control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  close: () => Promise<void>;
}

/** Starts both; `settings` changes the connection, whose rate is high so that tests do not wait. */
export async function connectReference(
  options: ReferenceOptions = {},
  settings: Partial<ConnectionSettings> = {},
): Promise<ConnectedReference> {
  const reference = await startReferenceService({ stateFile: null, ...options });
  const { baseUrl, tenantId, environment, companyId, publisher } = reference;
  const upstream = createUpstream({
    key: 'default',
    label: 'Reference service',
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
    ...settings,
  });
  const log = pino({ level: 'silent' });
  const { url, drop } = await testDatabase();
  const database = await openDatabase(url);
  const ledger = new Ledger(database);
  const cellLocks = new CellLocks();
  const outside = new OutsideChanges({ connection: 'default', database, ledger, onFailure: () => undefined });
  const connection: Connection = {
    key: 'default',
    label: 'Reference service',
    reference: true,
    upstream,
    mirror: new AccessMirror(upstream, { locks: cellLocks, watcher: outside }),
    cellLocks,
    journal: createJournalSources(upstream, { directory: mkdtempSync(join(tmpdir(), 'mem-journal-')), log }),
  };
  const folder = mkdtempSync(join(tmpdir(), 'mem-ledger-'));
  const key = openSigningKey({ keyFile: join(folder, 'key.pem'), isKeyNamed: false });
  const checkpoints = new Checkpoints({ database, ledger, key, directory: join(folder, 'checkpoints'), log });
  const notices = localNotices();
  const events = new EventHub({
    ledger,
    notices,
    connections: [connection],
    readSets: (ids) => readChangeSets(database, ids),
    onEntries: (entries) => hearEntries([connection], entries),
  });
  await events.head();
  const sessions = new SessionStore(database, { idleMs: 60_000, maxMs: 60_000, issuer: 'demo' });
  const workers: ChangeWorker[] = [];
  return {
    reference,
    connection,
    work: (pace = {}) => {
      const parts = {
        database,
        ledger,
        notices,
        log,
        connections: [connection],
        pace: { ...usualPace, ...pace },
      };
      const worker = new ChangeWorker(parts);
      workers.push(worker);
      worker.start();
      return worker;
    },
    context: (role, more = {}) => ({
      actor: actorOf(role),
      session: null,
      actorNow: () => Promise.resolve(actorOf(role)),
      caller: {
        address: '127.0.0.1',
        host: 'localhost',
        agent: 'test',
        sessionToken: null,
        signInToken: null,
      },
      connection,
      requestId: 'test-request',
      signal: new AbortController().signal,
      accept: 'application/json',
      log,
      sessions,
      database,
      ledger,
      checkpoints,
      notices,
      events,
      lastEventId: '',
      idempotencyKey: null,
      oidc: null,
      signIn: 'demo',
      publicUrl: new URL('http://localhost:3000'),
      connections: [connection],
      ...more,
    }),
    control: async (method, path, body) => {
      const response = await fetch(`${reference.controlUrl}${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      });
      if (!response.ok)
        throw new Error(`${method} ${path} answered ${String(response.status)}: ${await response.text()}`);
      return response.json().catch(() => null) as Promise<unknown>;
    },
    close: async () => {
      for (const worker of workers) await worker.stop();
      events.close();
      connection.mirror.close();
      await outside.settled();
      await connection.journal.close();
      await upstream.close();
      await reference.close();
      await database.close();
      await drop();
    },
  };
}

function actorOf(role: Role | null): Actor | null {
  return role && { personId: 'somebody', name: 'Somebody', roles: [role], sessionId: 'a-session' };
}
