import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startReferenceService, type ReferenceOptions, type RunningReference } from '@/lib/reference/service';
import type { Role } from '@/lib/contract/roles';
import type { Actor } from '@/lib/server/auth/actor';
import { SessionStore } from '@/lib/server/auth/session-store';
import { openDatabase } from '@/lib/server/db/database';
import { CellLocks } from '@/lib/server/services/access/cell-locks';
import { AccessMirror } from '@/lib/server/services/access/mirror';
import type { Connection } from '@/lib/server/services/connection';
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
  const cellLocks = new CellLocks();
  const connection: Connection = {
    key: 'default',
    label: 'Reference service',
    reference: true,
    upstream,
    mirror: new AccessMirror(upstream, { locks: cellLocks }),
    cellLocks,
    journal: createJournalSources(upstream, { directory: mkdtempSync(join(tmpdir(), 'mem-journal-')), log }),
  };
  const { url, drop } = await testDatabase();
  const database = await openDatabase(url);
  const sessions = new SessionStore(database, { idleMs: 60_000, maxMs: 60_000, issuer: 'demo' });
  return {
    reference,
    connection,
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
      connection.mirror.close();
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
