import { expect } from 'vitest';
import type { Kysely } from 'kysely';
import type { AccessChange } from '@/lib/contract/access/access';
import type { Tables } from '@/lib/server/db/tables';
import type { ExecutionPolicy } from '@/lib/server/services/changes/execution/policy';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import {
  startChangeProcess,
  type ChangeProcess,
  type Order,
  type Step,
} from '@/tests/support/changes/change-process';
import { quickPolicy } from '@/tests/support/changes/change-sets';
import { expectInvariantsIn, postsOf, countPosts } from '@/tests/support/changes/invariants';
import { onlooker } from './onlooker';
import { startService, type ReferenceService } from './reference-service';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

/** The limit for a set to go on after its console was killed. */
const takenUp = { timeout: 30_000, interval: 50 };

interface RelayOptions {
  settings?: Partial<ConnectionSettings>;
  sharesBudget?: boolean;
  isWorking?: boolean;
  /** What the consoles are run under, with its arguments. */
  under?: readonly string[];
  /** An empty database instead of a new one. */
  database?: TestDatabase;
}

interface Parts extends RelayOptions {
  service: ReferenceService;
  database: TestDatabase;
}

/**
 * One console process after another on one database: each may be killed, and the next takes over. The reference
 * service lives in the test's own process, and an onlooker reads the database beside the console that has it.
 */
export class ConsoleRelay {
  readonly service: ReferenceService;
  readonly kysely: Kysely<Tables>;
  readonly #parts: Parts;
  readonly #all: ChangeProcess[] = [];
  /** Started early, because most of a start is waiting for a processor. */
  #next: ChangeProcess;
  #now: ChangeProcess | null = null;
  #requests = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#next = startChangeProcess(parts.under);
    this.service = parts.service;
    this.kysely = onlooker(parts.database.url);
  }

  /** Starts the service and the first console, which works unless told. */
  static async start(options: RelayOptions = {}): Promise<ConsoleRelay> {
    const service = await startService({ size: 'records=300,entities=10,lines=1' });
    const database = options.database ?? (await testDatabase());
    const relay = new ConsoleRelay({ ...options, service, database });
    await relay.takeOver(options.isWorking ?? true);
    return relay;
  }

  get console(): ChangeProcess {
    if (!this.#now) throw new Error('No console was started.');
    return this.#now;
  }

  ask(order: Order): Promise<unknown> {
    return this.console.ask(order);
  }

  /** Tells the console to kill itself at a step. */
  async dieAt(step: Step | 'any', count: number): Promise<void> {
    await this.ask({ do: 'at', step, count, then: { do: 'die' } });
  }

  /** Waits until the console was killed, looks at what it left, and has the next one take over. */
  async untilKilled(isWorking = true): Promise<void> {
    expect(await this.console.ended).toBe('SIGKILL');
    await this.expectInvariants();
    await this.takeOver(isWorking);
  }

  async takeOver(isWorking: boolean): Promise<void> {
    const process = this.#next;
    this.#next = startChangeProcess(this.#parts.under);
    await this.#open(process);
    this.#now = process;
    if (isWorking) await this.work(process);
  }

  /** One more console on the same database, which does not work yet; it ends with the rest. */
  async another(): Promise<ChangeProcess> {
    const process = startChangeProcess(this.#parts.under);
    await this.#open(process);
    return process;
  }

  /** Has a console begin to run sets. */
  async work(process: ChangeProcess, policy: Partial<ExecutionPolicy> = {}): Promise<void> {
    // The embedded database frees leases at the start; on PostgreSQL they end by themselves.
    await process.ask({ do: 'work', policy: { ...quickPolicy, leaseMs: 1_500, ...policy } });
  }

  async #open(process: ChangeProcess): Promise<void> {
    this.#all.push(process);
    const { service, settings = {}, sharesBudget = false, database } = this.#parts;
    const { reference } = service;
    await process.ask({ do: 'open', databaseUrl: database.url, reference, settings, sharesBudget });
  }

  requestId(): string {
    return `request-${String(++this.#requests)}`;
  }

  /** The set that a request stored; undefined when it was not stored. */
  async setOf(requestId: string) {
    return this.kysely
      .selectFrom('change_set')
      .selectAll()
      .where('request_id', '=', requestId)
      .executeTakeFirst();
  }

  /** Waits until the set of a request is in one of these states. */
  async untilSet(requestId: string, ...states: string[]) {
    await expect.poll(async () => (await this.setOf(requestId))?.state, takenUp).toBeOneOf(states);
    const set = await this.setOf(requestId);
    if (!set) throw new Error('It was there a moment ago.');
    return set;
  }

  cellsOf(setId: string) {
    return this.kysely
      .selectFrom('change_cell')
      .selectAll()
      .where('set_id', '=', setId)
      .orderBy('position')
      .execute();
  }

  /** Of every decided cell of a set: what the console says is what the service has. */
  async expectTruth(setId: string): Promise<void> {
    for (const row of await this.cellsOf(setId)) {
      const cell = { recordType: row.record_type, recordId: row.record_id, entityId: row.entity_id };
      const isAsWanted = (await this.service.truth(cell)) === (row.wanted === 1);
      expect([row.state, isAsWanted], JSON.stringify(row)).toEqual([
        row.state,
        row.state === 'applied' || row.state === 'already',
      ]);
    }
  }

  /** How often each cell of a list was sent. */
  async postsFor(cells: readonly AccessChange[]): Promise<number[]> {
    return countPosts(await postsOf(this.service.control), cells);
  }

  async expectInvariants(): Promise<void> {
    await expectInvariantsIn(this.kysely, await postsOf(this.service.control));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all, this.#next].map((process) => process.kill()));
    await this.kysely.destroy();
    await this.service.reference.close();
    await this.#parts.database.drop();
  }
}
