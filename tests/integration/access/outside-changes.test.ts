import { afterEach, expect, it } from 'vitest';
import type { Cell } from '@/lib/contract/access/access';
import { ledgerFactsSchema, type LedgerEntry, type LedgerFacts } from '@/lib/contract/changes/ledger';
import { cellKey } from '@/lib/domain/access/cell-key';
import { fromDriver } from '@/lib/server/db/database-error';
import type { Database } from '@/lib/server/db/database';
import type { Ledger } from '@/lib/server/ledger/ledger';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { applyEntries } from '@/lib/server/services/access/mirror/apply-entries';
import { noteKnownOutside } from '@/lib/server/services/access/outside/outside-review';
import { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import { OutsideChanges } from '@/lib/server/services/access/outside/outside-changes';
import type { Connection } from '@/lib/server/services/connection';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

/** One process of the console as far as reading goes: a mirror and its watcher on the shared ledger. */
interface Replica {
  mirror: AccessMirror;
  outside: OutsideChanges;
}

let service: Scenario;
let database: Database;
let ledger: Ledger;
const replicas: Replica[] = [];
let failures: unknown[] = [];

afterEach(async () => {
  for (const { mirror, outside } of replicas.splice(0)) {
    mirror.close();
    await outside.settled();
  }
  await service.close();
});

async function start(size = 'records=60,entities=10,lines=10'): Promise<void> {
  service = await startScenario({ size, pageSize: 500 });
  ({ database, ledger } = service);
  failures = [];
  await ledger.append([{ kind: 'request.refused', method: 'GET', path: '/', code: 'forbidden', times: 1 }]);
}

/** @param isDeaf hears nothing of the ledger, as a replica whose signals were lost. */
function replica({ isDeaf = false, company = 'a' } = {}): Replica {
  const onFailure = (error: unknown) => failures.push(error);
  const outside = new OutsideChanges({ connection: 'default', company, database, ledger, onFailure });
  const mirror = new AccessMirror(service.connection.upstream, { watcher: outside });
  if (!isDeaf) ledger.subscribe((entries) => applyEntries([{ key: 'default', mirror }], entries));
  replicas.push({ mirror, outside });
  return { mirror, outside };
}

/** A process that has just started: it has heard nothing yet, and looks at what the ledger knows. */
async function started(connection = 'default'): Promise<Replica> {
  const one = replica();
  await noteKnownOutside(database, [{ key: connection, mirror: one.mirror }], (await ledger.head()).seq);
  return one;
}

const nothing = { count: 0, cells: [] };

/** Somebody has reviewed what changed outside, up to an entry. */
function reviewed(last: number): LedgerFacts {
  return { kind: 'outside.reviewed', actor, requestId: 'a-request', connection: 'default', last, count: 1 };
}

/** Reads everything, and waits until it was compared. */
async function read({ mirror, outside }: Replica): Promise<void> {
  mirror.refresh();
  await expect.poll(() => mirror.progress().loading).toBe(false);
  await outside.settled();
  expect(mirror.progress().complete).toBe(true);
}

/** Some cell of the mirror, the record at a position with the entity at another. */
function cellAt({ mirror }: Replica, record: number, entity: number): Cell {
  const matrix = mirror.whole();
  if (!matrix) throw new Error('Nothing was read yet.');
  return {
    recordType: matrix.recordType(record),
    recordId: matrix.recordId(record),
    entityId: matrix.entityId(entity),
  };
}

/** Changes cells in the service behind the console's back. @returns the values they have now. */
async function changeOutside(at: Replica, cells: readonly Cell[]): Promise<boolean[]> {
  const values: boolean[] = [];
  for (const cell of cells) {
    const accessible = at.mirror.valueOf(cell) !== true;
    await service.outside({ ...cell, accessible });
    values.push(accessible);
  }
  return values;
}

async function recorded(): Promise<(LedgerFacts & { seq: number })[]> {
  const entries = await ledger.read(0, 10_000);
  return entries
    .map(({ seq, body }) => ({ ...ledgerFactsSchema.parse(JSON.parse(body)), seq }))
    .filter(({ kind }) => kind.startsWith('access.outside'));
}

const actor = { id: 'dana', name: 'Dana', roles: [], session: 's' };

/** What a change set writes about a cell. */
const attempt = (cell: Cell, wanted: boolean) =>
  ({ connection: 'default', set: 'set-1', position: 0, attempt: 1, cell, actor, wanted }) as const;

const intent = (cell: Cell, wanted: boolean): LedgerFacts => ({
  kind: 'change.intent',
  ...attempt(cell, wanted),
  send: 1,
  before: !wanted,
  expected: null,
  requestId: 'r',
});

const outcome = (cell: Cell, wanted: boolean): LedgerFacts => ({
  kind: 'change.outcome',
  ...attempt(cell, wanted),
  outcome: 'applied',
  before: !wanted,
  after: wanted,
  sends: 1,
  detail: '',
  serviceRequests: [],
});

it('records what changed between two reads once, with both values and times, and says so in the status', async () => {
  await start();
  const one = replica();
  await read(one);
  const cells = [cellAt(one, 3, 2), cellAt(one, 4, 7), cellAt(one, 59, 9)];
  const { asOf } = one.mirror.status();
  const values = await changeOutside(one, cells);
  await read(one);
  await read(one);
  const found = await recorded();
  expect(found).toHaveLength(3);
  for (const [index, cell] of cells.entries())
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'access.outside',
        connection: 'default',
        cell,
        before: !values[index],
        after: values[index],
        since: asOf,
      }),
    );
  const { outside } = one.mirror.status();
  expect(outside.count).toBe(3);
  expect(new Set(outside.cells.map(cellKey))).toEqual(new Set(cells.map(cellKey)));
  expect(failures).toEqual([]);
});

it('blames nobody for what the console itself changed, whichever replica and whether it was heard or not', async () => {
  await start();
  const [one, deaf] = [replica(), replica({ isDeaf: true })];
  await read(one);
  await read(deaf);
  const cell = cellAt(one, 5, 5);
  const [value = false] = await changeOutside(one, [cell]); // stands for the service's side of a change of ours
  await ledger.append([intent(cell, value), outcome(cell, value)]);
  expect(one.mirror.valueOf(cell)).toBe(value);
  expect(deaf.mirror.valueOf(cell)).toBe(!value);
  await read(one);
  await read(deaf);
  expect(await recorded()).toEqual([]);
  expect(one.mirror.status().outside).toEqual(nothing);
});

it('records a change that two replicas see once, however they read', async () => {
  await start();
  const [one, deaf] = [replica(), replica({ isDeaf: true })];
  await read(one);
  await read(deaf);
  await changeOutside(one, [cellAt(one, 1, 1), cellAt(one, 2, 2)]);
  await Promise.all([read(one), read(deaf)]);
  expect(await recorded()).toHaveLength(2);
  await read(deaf);
  expect(await recorded()).toHaveLength(2);
  expect(failures).toEqual([]);
});

it('finds after a restart what was changed while no console ran', async () => {
  await start();
  const before = replica();
  await read(before);
  const [kept, changed] = [cellAt(before, 10, 1), cellAt(before, 10, 2)];
  const values = await changeOutside(before, [kept, changed]);
  await ledger.append([kept, changed].map((cell, index) => outcome(cell, values[index] ?? false)));
  await read(before);
  before.mirror.close();
  const unknown = cellAt(before, 11, 0); // the ledger knows nothing of it
  const [, other] = await changeOutside(before, [changed, unknown]);
  const after = replica();
  await read(after);
  const found = await recorded();
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(
    expect.objectContaining({ cell: changed, before: values[1], after: !values[1] }),
  );
  expect(found).toContainEqual(expect.objectContaining({ cell: unknown, before: !other, after: other }));
  await read(after);
  await read(replica());
  expect(await recorded()).toHaveLength(2);
});

it('takes what the console changed before a restart for no change from outside', async () => {
  await start();
  const before = replica();
  await read(before);
  const own = cellAt(before, 10, 1);
  const accessible = before.mirror.valueOf(own) !== true;
  await ledger.append([intent(own, accessible)]);
  await service.outside({ ...own, accessible }); // as its own POST
  await ledger.append([outcome(own, accessible)]);
  before.mirror.close();
  await read(replica());
  expect(await recorded()).toEqual([]);
});

it('compares no read with one of another company', async () => {
  await start();
  const before = replica();
  await read(before);
  before.mirror.close();
  await changeOutside(before, [cellAt(before, 11, 0)]);
  await read(replica({ company: 'another' }));
  expect(await recorded()).toEqual([]);
});

it('still says after a restart what changed outside, until somebody has reviewed it', async () => {
  await start();
  expect((await started()).mirror.status().outside).toEqual(nothing);
  const before = replica();
  await read(before);
  await changeOutside(before, [cellAt(before, 1, 1)]);
  await read(before);
  await changeOutside(before, [cellAt(before, 2, 2), cellAt(before, 3, 3)]);
  await read(before);
  const { outside } = before.mirror.status();
  expect(outside.count).toBe(3);
  const after = await started();
  expect(after.mirror.status().outside).toEqual(outside);
  await read(after);
  expect(after.mirror.status().outside).toEqual(outside);
  expect((await started('sandbox')).mirror.status().outside).toEqual(nothing);
  const found = await recorded();
  expect(found).toHaveLength(3);
  await ledger.append([reviewed(found[0]?.seq ?? 0)]);
  for (const { mirror } of [before, after, await started()])
    expect(mirror.status().outside).toEqual({ count: 2, cells: outside.cells.slice(1) });
});

it('says up to which entry of the ledger the matrix goes: the one its read began after, then each that was heard', async () => {
  await start();
  await ledger.append([outcome({ recordType: 'Customer', recordId: '1', entityId: '100' }, true)]);
  const at = replica();
  expect(at.mirror.progress().complete).toBe(false);
  await read(at);
  const began = at.mirror.status().ledgerSeq;
  expect(began).toBe((await ledger.head()).seq);
  await ledger.append([intent(cellAt(at, 0, 0), true), outcome(cellAt(at, 0, 0), true)]);
  expect(at.mirror.status().ledgerSeq).toBe(began + 2);
});

it('adds to what was known at the start what is heard while it is looked up', async () => {
  await start();
  const before = replica();
  await read(before);
  await changeOutside(before, [cellAt(before, 1, 1), cellAt(before, 2, 2)]);
  await read(before);
  const found = await ledger.read(0, 10_000);
  const newest = found.at(-1);
  const late = replica();
  applyEntries(
    [{ key: 'default', mirror: late.mirror }],
    found.slice(-1).map(({ body }) => JSON.parse(body) as LedgerEntry),
  ); // written by the console
  await noteKnownOutside(database, [{ key: 'default', mirror: late.mirror }], (newest?.seq ?? 0) - 1);
  expect(late.mirror.status().outside).toEqual(before.mirror.status().outside);
});

it('does not judge a cell while a change of it is under way, and does so with a later read', async () => {
  await start();
  const one = replica();
  await read(one);
  const [ours, theirs] = [cellAt(one, 7, 7), cellAt(one, 8, 8)];
  const [ourValue = false, theirValue = false] = await changeOutside(one, [ours, theirs]);
  await ledger.append([intent(ours, ourValue), intent(theirs, !theirValue)]);
  await read(one);
  expect(await recorded()).toEqual([]);
  // Ours comes out as asked; of the other, nothing was sent, so what changed it was something else.
  await ledger.append([
    outcome(ours, ourValue),
    {
      kind: 'change.outcome',
      ...attempt(theirs, !theirValue),
      outcome: 'cancelled',
      sends: 0,
      detail: '',
      serviceRequests: [],
    },
  ]);
  await read(one);
  expect(await recorded()).toMatchObject([{ cell: theirs, before: !theirValue, after: theirValue }]);
});

it('counts from what it had read back itself: a value that was changed again outside is found', async () => {
  await start();
  const one = replica();
  await read(one);
  const cell = cellAt(one, 20, 3);
  const [value = false] = await changeOutside(one, [cell]);
  const entries = await ledger.append([outcome(cell, value)]);
  await service.outside({ ...cell, accessible: !value });
  await read(one);
  expect(await recorded()).toMatchObject([{ cell, before: value, after: !value, since: entries.at(-1)?.at }]);
});

it('records what a change met with: it was not made, so it does not account for the value it saw', async () => {
  await start();
  const { mirror } = service.connection;
  mirror.refresh();
  await expect.poll(() => mirror.progress().loading).toBe(false);
  const one = replica();
  await read(one);
  const cell = cellAt(one, 12, 4);
  const [value = false] = await changeOutside(one, [cell]);
  const input = { ...cell, accessible: value, expected: !value };
  const ctx = service.context('security-administrator');
  expect(await changeAccess({ ctx, input })).toMatchObject({ outcome: 'already' });
  expect(mirror.valueOf(cell)).toBe(value);
  await expect.poll(() => one.mirror.valueOf(cell)).toBe(value);
  expect(await recorded()).toEqual([]);
  await read(one);
  expect(await recorded()).toMatchObject([{ cell, before: !value, after: value }]);
  mirror.refresh();
  await expect.poll(() => mirror.progress().loading).toBe(false);
  await changeAccess({ ctx, input: { ...cell, accessible: !value, expected: value } });
  await read(one);
  expect(await recorded()).toHaveLength(1);
});

it('compares nothing with a read that broke off, and finds the change with the next whole one', async () => {
  await start('records=300,entities=20,lines=10');
  const one = replica();
  await read(one);
  await changeOutside(one, [cellAt(one, 0, 0)]);
  await service.faults({ kind: 'html200', resource: 'security', afterPage: 3 });
  one.mirror.refresh();
  await expect.poll(() => one.mirror.status().problem?.code).toBe('service-malformed');
  await one.outside.settled();
  expect(await recorded()).toEqual([]);
  await service.faults();
  await read(one);
  expect(await recorded()).toHaveLength(1);
});

it('makes up for a comparison that the database could not answer', async () => {
  await start();
  let isAway = false;
  const absent = new Proxy(database, {
    get: (target, name: keyof Database) => {
      if (isAway && name === 'kysely') throw fromDriver(new Error('gone'));
      return target[name];
    },
  });
  const outside = new OutsideChanges({
    connection: 'default',
    company: 'a',
    database: absent,
    ledger,
    onFailure: (error) => failures.push(error),
  });
  const one = { mirror: new AccessMirror(service.connection.upstream, { watcher: outside }), outside };
  replicas.push(one);
  await read(one);
  await changeOutside(one, [cellAt(one, 2, 1)]);
  isAway = true;
  await read(one);
  expect(failures).toMatchObject([{ code: 'ledger-unavailable' }]);
  expect(await recorded()).toEqual([]);
  isAway = false;
  await read(one);
  expect(await recorded()).toHaveLength(1);
});

it('lists a thousand changes of a read one by one, counts the rest, and another replica adds nothing', async () => {
  await start('records=200,entities=10,lines=10');
  const [one, deaf] = [replica(), replica({ isDeaf: true })];
  await read(one);
  await read(deaf);
  const cells = Array.from({ length: 1_200 }, (_, index) => cellAt(one, Math.floor(index / 10), index % 10));
  await changeOutside(one, cells);
  await read(one);
  await read(deaf);
  const found = await recorded();
  expect(found.filter(({ kind }) => kind === 'access.outside')).toHaveLength(1_000);
  expect(found.filter(({ kind }) => kind === 'access.outside-more')).toMatchObject([{ count: 200 }]);
  expect(one.mirror.status().outside).toMatchObject({ count: 1_000 }); // so many or more
  const restarted = await started();
  expect(restarted.mirror.status().outside).toEqual(one.mirror.status().outside);
  await read(restarted);
  expect(await recorded()).toHaveLength(1_001);
  await changeOutside(one, [cellAt(one, 150, 5)]);
  await read(one);
  expect(await recorded()).toHaveLength(1_002);
});

it('takes over what the other replica proved or left open, and what no read of its own is newer than', async () => {
  await start();
  const [one, two] = [replica(), replica()];
  await read(one);
  await read(two);
  const connection: Pick<Connection, 'key' | 'mirror'> = { key: 'default', mirror: two.mirror };
  const cell = cellAt(two, 30, 3);
  const value = two.mirror.valueOf(cell) !== true;
  await ledger.append([{ kind: 'change.open', ...attempt(cell, value), sends: 1, detail: '' }]);
  expect(two.mirror.status().unknown).toEqual([cell]);
  const entries = await ledger.append([outcome(cell, value)]);
  expect(two.mirror.status().unknown).toEqual([]);
  expect(two.mirror.valueOf(cell)).toBe(value);
  // The service has its old value all the while, as if something had set it back; what is heard late is old news.
  await read(two);
  applyEntries([connection], entries);
  expect(two.mirror.valueOf(cell)).toBe(!value);
});
