import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { ReferenceOptions, RunningReference } from '@/lib/reference/service';
import type { Actor } from '@/lib/server/auth/actor';
import type { ExecutionPolicy } from '@/lib/server/services/changes/execution/policy';
import type { ServiceContext } from '@/lib/server/services/verb';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import { expectAllInvariants, expectInvariants } from '@/tests/support/changes/invariants';
import { testDatabase, testedKind } from '@/tests/support/database/test-database';
import { connectConsole, type ConnectedConsole, type ConsoleParts } from './connected-console';
import { startService, type ReferenceService } from './reference-service';

/** A console without HTTP and a reference service, both real, in the test's own process. */
export interface Scenario extends ConnectedConsole, ReferenceService {
  databaseUrl: string;
  /** Another replica: a console of its own on the same service and database. It ends with the rest. */
  replica: (more?: Pick<ConsoleParts, 'database' | 'secondReadAfterMs'>) => Promise<ConnectedConsole>;
  /** Somebody with a name of their own, allowed to change access, at a console. */
  as: (name: string, at?: ConnectedConsole) => ServiceContext;
}

interface Start
  extends
    ReferenceOptions,
    Pick<ConsoleParts, 'labelsFile' | 'log' | 'secondReadAfterMs' | 'readEveryMinutes'> {
  /** Changes the connection, whose rate is high so that tests do not wait. */
  settings?: Partial<ConnectionSettings> | ((reference: RunningReference) => Partial<ConnectionSettings>);
  /** A worker runs change sets by it; none unless told. */
  policy?: Partial<ExecutionPolicy>;
  /** The matrix is read to its end first, so that what pages show can be compared. */
  isRead?: boolean;
}

/** Starts both, unless told of few assignments, on a database of their own. */
export async function startScenario(start: Start = {}): Promise<Scenario> {
  const {
    settings = {},
    isRead = false,
    policy,
    labelsFile,
    log,
    secondReadAfterMs,
    readEveryMinutes,
    ...options
  } = start;
  const service = await startService({ size: 'records=60,entities=8,lines=1', ...options });
  const { reference } = service;
  const { url, drop } = await testDatabase();
  const own = typeof settings === 'function' ? settings(reference) : settings;
  const kept = { labelsFile, log, secondReadAfterMs, readEveryMinutes };
  const parts: ConsoleParts = { databaseUrl: url, settings: own, ...kept };
  const console = await connectConsole(reference, parts);
  const { mirror } = console.connection;
  if (isRead) while (!mirror.status().complete) await wait(20);
  if (policy) console.work(policy);
  const replicas: ConnectedConsole[] = [];
  return {
    ...service,
    ...console,
    databaseUrl: url,
    replica: async (more) => {
      // The embedded database is one process's alone: there another replica can only be thought of, on the same file.
      const opened = testedKind === 'libsql' ? { database: console.database } : {};
      const another = await connectConsole(reference, { ...parts, ...opened, ...more });
      replicas.push(another);
      return another;
    },
    as: (name, at = console) => {
      const actor: Actor = {
        personId: name.toLowerCase(),
        name,
        roles: ['security-administrator'],
        sessionId: `session-of-${name}`,
      };
      return at.context(null, { actor, actorNow: () => Promise.resolve(actor) });
    },
    close: async () => {
      for (const one of replicas) await one.close();
      await console.close();
      await reference.close();
      await drop();
    },
  };
}

/**
 * One scenario for all tests of a file: after each the service has no fault left and the invariants of quality.md hold.
 * @param take is given it before the first test.
 */
export function shareScenario(take: (scenario: Scenario) => void, start: Start = {}): void {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await startScenario(start);
    take(scenario);
  });
  afterAll(() => scenario.close());
  afterEach(async () => {
    await scenario.faults();
    await (start.isRead ? expectAllInvariants : expectInvariants)(scenario);
  });
}
