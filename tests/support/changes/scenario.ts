import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { expect } from 'vitest';
import type { AccessChange, Cell } from '@/lib/contract/access/access';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { startReferenceService, type ReferenceOptions, type RunningReference } from '@/lib/reference/service';
import type { Actor } from '@/lib/server/auth/actor';
import type { Database } from '@/lib/server/db/database';
import type { ServiceContext } from '@/lib/server/services/verb';
import type { ConnectionSettings } from '@/lib/server/upstream/connection';
import { ledgerEntries, expectInvariants } from './change-sets';
import { connectConsole, type ConnectedConsole } from '@/tests/support/console/connected-console';
import { type ConnectedReference } from '@/tests/support/console/connected-reference';
import { controlOf } from '@/tests/support/console/control-port';
import { testDatabase, testedKind } from '@/tests/support/database/test-database';
import { everyAssignment, turned } from './every-assignment';

/** A change of a cell from the value it has. */
export type Turn = Required<AccessChange>;

/** A console and a reference service for the scenarios of quality.md, section 1. */
export interface Scenario extends ConnectedReference {
  databaseUrl: string;
  /** What the console warned of, in words. */
  warnings: string[];
  /** The next so many assignments that this file has not used yet, each to be turned round. */
  fresh: (count: number) => Turn[];
  /** The same, one. */
  one: () => Turn;
  /** The value that the service has; null: no such assignment. */
  truth: (cell: Cell) => Promise<boolean | null>;
  /** What goes wrong at the service from now on. */
  faults: (...faults: object[]) => Promise<void>;
  /** Changes a cell in the service, past the console. */
  outside: (cell: Cell, accessible: boolean) => Promise<void>;
  /** Another replica: a console of its own on the same service and database, or on an opened one. It ends with the rest. */
  replica: (database?: Database) => Promise<ConnectedConsole>;
  /** Somebody with a name of their own, allowed to change access, at a console. */
  as: (name: string, at?: ConnectedConsole) => ServiceContext;
}

interface Start {
  reference?: ReferenceOptions;
  settings?: Partial<ConnectionSettings> | ((reference: RunningReference) => Partial<ConnectionSettings>);
}

/** Starts both. The matrix is read to its end, so that what pages show can be compared. */
export async function startScenario({ reference: options, settings = {} }: Start = {}): Promise<Scenario> {
  const size = 'records=60,entities=8,lines=1';
  const reference = await startReferenceService({ stateFile: null, size, ...options });
  const { url, drop } = await testDatabase();
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, wordsInto(warnings));
  const own = typeof settings === 'function' ? settings(reference) : settings;
  const console = await connectConsole(reference, { databaseUrl: url, settings: own, log });
  const replicas: ConnectedConsole[] = [];
  const control: Scenario['control'] = (method, path, body) => controlOf(reference, method, path, body);
  const turns = await readTurns(console);
  const fresh = (count: number): Turn[] => {
    const some = turns.splice(0, count);
    expect(some).toHaveLength(count);
    return some;
  };
  return {
    ...console,
    reference,
    databaseUrl: url,
    warnings,
    control,
    fresh,
    one: () => fresh(1)[0] as Turn, // one was asked for
    truth: async ({ recordType, recordId, entityId }) => {
      const where = new URLSearchParams({ recordType, recordId, entityId }).toString();
      const answer = await fetch(`${reference.controlUrl}/cell?${where}`);
      return answer.ok ? ((await answer.json()) as { accessible: boolean }).accessible : null; // the control port's own shape
    },
    faults: async (...faults) => void (await control('PUT', '/faults', faults)),
    outside: async ({ recordType, recordId, entityId }, accessible) =>
      void (await control('POST', '/outside-change', { recordType, recordId, entityId, accessible })),
    replica: async (opened) => {
      // The embedded database is one process's alone: there another replica can only be thought of, on the same file.
      const database = opened ?? (testedKind === 'libsql' ? console.database : undefined);
      const another = await connectConsole(reference, {
        databaseUrl: url,
        settings: own,
        log,
        ...(database && { database }),
      });
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

/** Everything that must hold at any moment, and INV3 for every cell that a set was about. */
export async function expectAllInvariants(
  scenario: Scenario,
  changedOutside: readonly Cell[] = [],
): Promise<void> {
  await expectInvariants(scenario);
  const entries = await ledgerEntries(scenario);
  for (const entry of entries)
    if (entry.kind === 'change.intent')
      expect(entry.actor.roles.some((role) => mayChangeAccess.some((one) => one === role))).toBe(true);
  const outside = new Set(changedOutside.map(keyOf));
  const { mirror } = scenario.connection;
  const rows = await scenario.database.kysely.selectFrom('change_cell').selectAll().execute();
  const open = new Set(
    rows
      .filter(({ state }) => state === 'pending' || state === 'unknown')
      .map(cellOf)
      .map(keyOf),
  );
  const marked = new Set(mirror.status().unknown.map(keyOf));
  const read = new Map<string, boolean | null>();
  for (const entry of entries)
    if (entry.kind === 'change.outcome' && entry.after !== undefined)
      read.set(keyOf(entry.cell), entry.after);
  for (const cell of new Map(rows.map((row) => [keyOf(cellOf(row)), cellOf(row)])).values()) {
    const key = keyOf(cell);
    if (outside.has(key) || open.has(key)) continue;
    const truth = await scenario.truth(cell);
    if (read.has(key)) expect(read.get(key), `what was read of ${key}`).toBe(truth);
    // Another replica's change is heard of a moment later.
    if (!marked.has(key))
      await expect.poll(() => mirror.valueOf(cell), { message: `what pages show of ${key}` }).toBe(truth);
  }
}

const keyOf = ({ recordType, recordId, entityId }: Cell): string =>
  JSON.stringify([recordType, recordId, entityId]);

const cellOf = (row: { record_type: string; record_id: string; entity_id: string }): Cell => ({
  recordType: row.record_type,
  recordId: row.record_id,
  entityId: row.entity_id,
});

async function readTurns({ connection: { mirror, upstream } }: ConnectedConsole): Promise<Turn[]> {
  const turns = (await everyAssignment(upstream)).map(turned);
  while (!mirror.status().complete) await wait(20);
  return turns;
}

function wordsInto(list: string[]): Writable {
  return new Writable({
    write(line: Buffer, _encoding, done) {
      list.push((JSON.parse(line.toString()) as { msg: string }).msg); // pino's own shape
      done();
    },
  });
}
