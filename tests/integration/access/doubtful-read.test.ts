import { afterEach, describe, expect, it } from 'vitest';
import { accessExportQuerySchema, importPreviewSchema } from '@/lib/contract/access/access-file';
import type { Cell } from '@/lib/contract/access/access';
import type { FileShape, ImportMode } from '@/lib/contract/access/file-kinds';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { readActivity } from '@/lib/server/services/changes/read-activity';
import { listOutside } from '@/lib/server/services/changes/list-outside';
import { checkLines } from '@/lib/server/services/journal/check-lines';
import { journalCheck } from '@/lib/domain/journal/checks';
import { journalChecksRequestSchema } from '@/lib/domain/journal/request-schema';
import { acceptMatrix } from '@/lib/server/services/access/accept-matrix';
import { exportAccess } from '@/lib/server/services/access/export-access';
import { summarizeAccess } from '@/lib/server/services/access/summarize-access';
import { importChanges } from '@/lib/server/services/changes/import-changes';
import type { ConnectedConsole } from '@/tests/support/console/connected-console';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

/* The service answers well, and lists less than it has. */

let scenario: Scenario;

afterEach(() => scenario.close());

async function start(): Promise<void> {
  scenario = await startScenario({ size: 'records=60,entities=10,lines=10' });
}

/** A console that was just started, or another replica. @param secondReadAfterMs 0: any second read counts. */
function begin(secondReadAfterMs = 0): Promise<ConnectedConsole> {
  return scenario.replica({ secondReadAfterMs });
}

const faults = (...list: object[]) =>
  scenario.faults(...list.map((fault) => ({ resource: 'security', method: 'GET', ...fault })));
const empty = { kind: 'endsEarly' };
const half = { kind: 'endsEarly', share: 0.5 };
const halfWords =
  'The service lists 30 records now, 60 before. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.';

/** Reads everything. @returns why that is not shown; null: it is. */
async function read({ connection }: ConnectedConsole): Promise<string | null> {
  return connection.mirror.readAgain().then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
}

async function entries(kind: string): Promise<Record<string, unknown>[]> {
  const rows = await scenario.database.kysely
    .selectFrom('ledger_entry')
    .select('body')
    .orderBy('seq')
    .execute();
  return rows
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter((entry) => String(entry.kind).startsWith(kind));
}

const outside = () => entries('access.outside');

function cellAt({ connection }: ConnectedConsole, record: number, entity: number): Cell {
  const matrix = connection.mirror.whole();
  if (!matrix) throw new Error('Nothing was read yet.');
  return matrix.cell(record, entity);
}

/** Turns a cell round in the service. @returns the value it has now. */
async function turn(console: ConnectedConsole, cell: Cell): Promise<boolean> {
  const accessible = console.connection.mirror.valueOf(cell) !== true;
  await scenario.outside({ ...cell, accessible });
  return accessible;
}

async function exported(console: ConnectedConsole, shape: FileShape = 'long'): Promise<string> {
  const input = accessExportQuerySchema.parse({ shape });
  const reply = await exportAccess({ ctx: console.context('auditor'), input });
  return new Response(reply.body).text();
}

async function imported(console: ConnectedConsole, text: string, mode: ImportMode) {
  const reply = await importChanges({
    ctx: console.context('security-administrator'),
    input: {
      name: 'access.csv',
      content: Buffer.from(text).toString('base64'),
      mode,
      filter: { type: [], q: '', entity: '' },
    },
  });
  return importPreviewSchema.parse(await new Response(reply.body).json());
}

const accept = (console: ConnectedConsole, doubt: string) =>
  acceptMatrix({ ctx: console.context('security-administrator'), input: { doubt } });

describe('a good answer that lists much less than before', () => {
  it.each([
    [
      'nothing',
      empty,
      'The service lists no records now, 60 before. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.',
    ],
    ['nothing of an entity', { kind: 'leavesOut', entityId: '100' }, 'nothing for entity 100 now, 60 assignm'],
  ])('is not believed at once: %s', async (_, fault, words) => {
    await start();
    const console = await begin(60_000);
    const { mirror } = console.connection;
    expect(await read(console)).toBeNull();
    const { asOf } = mirror.status();
    await faults(fault);
    for (let times = 0; times < 2; times++) {
      expect(await read(console)).toContain(words); // the second comes too soon
      expect(mirror.status()).toMatchObject({ complete: true, assignments: 600, asOf, doubt: null });
      const { title, detail } = mirror.status().problem ?? {};
      expect([title, detail]).toEqual([
        'The service lists less than before',
        expect.stringContaining(words) as string,
      ]);
      expect(detail).toContain('an administrator can then accept it');
    }
    await faults();
    expect(await read(console)).toBeNull();
    expect(mirror.status()).toMatchObject({ assignments: 600, problem: null, doubt: null });
    expect(mirror.doubt()).toBeNull();
    expect(await outside()).toEqual([]);
  }); // prettier-ignore

  it('is shown with its doubt when a second read says the same, until the rows are back', async () => {
    await start();
    const console = await begin();
    const { mirror } = console.connection;
    await read(console);
    await faults(half);
    expect(await read(console)).toContain(halfWords);
    expect(await read(console)).toBeNull();
    expect(mirror.status()).toMatchObject({ assignments: 300, problem: null, doubt: halfWords });
    const summary = await summarizeAccess({ ctx: console.context('auditor'), input: {} });
    expect(summary.doubt).toBe(halfWords);
    await faults(empty);
    expect(await read(console)).toContain('no records now, 60 before'); // less again needs a second read again
    expect(mirror.status()).toMatchObject({ assignments: 300, doubt: halfWords });
    await faults();
    expect(await read(console)).toBeNull();
    expect(mirror.status()).toMatchObject({ assignments: 600, problem: null, doubt: null });
    expect(await outside()).toEqual([]);
  });

  it('is said of the journal checks that ask the matrix', async () => {
    await start();
    const console = await begin();
    const checks = () =>
      checkLines({ ctx: console.context('accountant'), input: journalChecksRequestSchema.parse({}) });
    await read(console);
    expect((await checks()).doubt).toBeNull();
    await faults(half);
    await read(console);
    expect((await checks()).doubt).toBeNull(); // what is shown is the believed list
    await read(console);
    const { doubt, checks: told, any } = await checks();
    expect(doubt).toBe(console.connection.mirror.status().doubt);
    const asked = [any, ...told].filter(({ id }) => journalCheck(id)?.needsAccess === true);
    expect(asked.map(({ id }) => id)).toEqual(['any', 'item-access', 'location-access']);
    for (const { lines, meaning, why = '' } of asked) {
      expect(lines).not.toBe(0);
      expect(meaning + why).toContain('in doubt');
    }
  });

  it('tells what changed meanwhile beside the last believed read, and nothing else', async () => {
    await start();
    const console = await begin();
    const { mirror } = console.connection;
    await read(console);
    const [listed, missing, seen] = [cellAt(console, 2, 2), cellAt(console, 50, 3), cellAt(console, 51, 4)];
    const seenValue = mirror.valueOf(seen);
    await faults(half);
    await read(console);
    await read(console);
    const values = [await turn(console, listed), await turn(console, missing)];
    await read(console);
    mirror.confirm({ ...seen, accessible: seenValue ?? null }); // somebody looked at a cell that is not listed
    expect(await outside()).toEqual([]);
    await faults();
    await read(console);
    await read(console);
    const found = await outside();
    expect(found).toHaveLength(2);
    for (const [index, cell] of [listed, missing].entries())
      expect(found).toContainEqual(
        expect.objectContaining({ cell, after: values[index], before: !values[index] }),
      );
  });

  it('is nothing to replace, and what was exported from it removes nothing later', async () => {
    await start();
    const console = await begin();
    await read(console);
    const whole = await exported(console);
    await faults(half);
    await read(console);
    await expect(imported(console, whole, 'equal')).rejects.toMatchObject({ code: 'conflict' });
    await read(console);
    await expect(imported(console, whole, 'equal')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(halfWords) as string,
    });
    const text = await exported(console);
    const [header] = csvRows(text);
    expect(header?.cells.at(-1)).toContain(halfWords);
    expect((await imported(console, text, 'merge')).counts).toMatchObject({ already: 300 });
    expect(await imported(console, whole, 'merge')).toMatchObject({
      doubt: halfWords,
      notices: [expect.stringContaining(`${halfWords} What it does not list`)],
      counts: { already: 300, problems: 300, leftOut: 300 },
    });
    await faults();
    await read(console);
    const preview = await imported(console, text, 'equal');
    expect(preview.counts).toMatchObject({ already: 300, unnamed: 0 });
    expect(preview.counts.withheld).toBeGreaterThan(0);
    expect(preview.notices.join(' ')).toContain(halfWords);
    expect(preview.cells).toEqual([]);
    expect((await imported(console, whole, 'equal')).notices).toEqual([]);
  });

  it('is not taken for the whole by a console that was just started', async () => {
    await start();
    await read(await begin());
    await faults(half);
    const console = await begin();
    const { mirror } = console.connection;
    expect(await read(console)).toContain(halfWords);
    expect(() => mirror.status()).toThrow(halfWords);
    expect([mirror.whole(), mirror.progress().complete]).toEqual([null, false]);
    expect(await read(console)).toBeNull();
    expect(mirror.status()).toMatchObject({ assignments: 300, doubt: halfWords });
    // Another replica takes that for the second read.
    const other = await begin(60_000);
    expect(await read(other)).toBeNull();
    expect(other.connection.mirror.status()).toMatchObject({ assignments: 300, doubt: halfWords });
    await faults();
    await read(console);
    await faults(half);
    expect(await read(other)).toContain(halfWords); // the rows were back meanwhile
    expect(await outside()).toEqual([]);
  });

  it('needs a second read also where nothing was read before', async () => {
    await start();
    await faults(empty);
    const console = await begin();
    expect(await read(console)).toContain(
      'The service lists nothing. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.',
    );
    expect(await read(console)).toBeNull();
    expect(console.connection.mirror.status()).toMatchObject({ complete: true, assignments: 0 });
    await faults();
    await read(console);
    expect(console.connection.mirror.status()).toMatchObject({ assignments: 600, doubt: null });
    expect(await outside()).toEqual([]);
  });
});

describe('accepting the shorter list', () => {
  it('makes it the base of what is told as changed outside, on every replica and after a restart', async () => {
    await start();
    const [console, other] = [await begin(), await begin()];
    await read(console);
    await read(other);
    const listed = cellAt(console, 2, 2);
    await faults(half);
    await read(console);
    await read(console);
    const value = await turn(console, listed);
    await read(console);
    expect(await outside()).toEqual([]);
    await accept(console, halfWords);
    expect(console.connection.mirror.status()).toMatchObject({ assignments: 300, doubt: null });
    await read(other);
    expect(other.connection.mirror.status()).toMatchObject({ assignments: 300, doubt: null });
    await read(console);
    expect(await outside()).toMatchObject([{ cell: listed, before: !value, after: value }]);
    expect(await entries('access.accepted')).toMatchObject([
      {
        actor: { name: 'Somebody' },
        connection: 'default',
        detail: halfWords,
        before: { records: 60, assignments: 600 },
        now: { records: 30, assignments: 300 },
      },
    ]);
    const restarted = await begin();
    expect(await read(restarted)).toBeNull();
    expect(restarted.connection.mirror.status()).toMatchObject({ assignments: 300, doubt: null });
    expect(await outside()).toHaveLength(1);
    await faults({ kind: 'endsEarly', share: 0.25 });
    expect(await read(restarted)).toContain('15 records now, 30 before');
  });

  it('is listed among what changed outside, with who accepted it', async () => {
    await start();
    const console = await begin();
    await read(console);
    await faults(half);
    await read(console);
    await read(console);
    await accept(console, halfWords);
    const { value } = await listOutside({ ctx: console.context('auditor'), input: {} });
    const accepted = {
      ...{ by: 'Somebody', detail: halfWords },
      ...{ before: { records: 60, assignments: 600 }, now: { records: 30, assignments: 300 } },
    };
    expect(value).toMatchObject([{ cell: null, count: 0, accepted }]);
    const ofCell = { recordType: 'Item', recordId: '1', entityId: '100' };
    expect(await listOutside({ ctx: console.context('auditor'), input: ofCell })).toMatchObject({
      value: [],
    });
  });

  it('leaves not known by how much access grew that day', async () => {
    await start();
    const console = await begin();
    const growth = async () => {
      const { days } = await readActivity({ ctx: console.context('auditor'), input: { timeZone: 'UTC' } });
      return days.map((day) => day.growth);
    };
    await read(console);
    await faults(half);
    await read(console);
    await read(console);
    expect(new Set(await growth())).toEqual(new Set([0]));
    await accept(console, halfWords);
    expect((await growth()).filter((one) => one === null)).toHaveLength(1);
  });

  it('has the words that every replica shows, also where their reads differ by a little', async () => {
    await start();
    const [console, other] = [await begin(), await begin()];
    await read(console);
    await faults(half);
    await read(console);
    await read(console);
    await faults({ kind: 'endsEarly', share: 0.48 });
    expect(await read(other)).toBeNull();
    const shown = [console, other].map(({ connection }) => connection.mirror.status().doubt);
    expect(shown).toEqual([halfWords, halfWords]);
    await accept(console, halfWords);
    await expect.poll(() => other.connection.mirror.status().doubt).toBeNull();
    expect(await entries('access.accepted')).toMatchObject([{ now: { records: 30 } }]);
  });

  it('is for security administrators, and for what they have read', async () => {
    await start();
    const console = await begin();
    await read(console);
    await expect(accept(console, halfWords)).rejects.toMatchObject({ code: 'conflict' });
    await faults(half);
    await read(console);
    await expect(accept(console, halfWords)).rejects.toMatchObject({ code: 'conflict' }); // not shown yet
    await read(console);
    const input = { doubt: halfWords };
    await expect(acceptMatrix({ ctx: console.context('auditor'), input })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(accept(console, 'The service lists 29 records.')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(halfWords) as string,
    });
    expect(await entries('access.accepted')).toEqual([]);
    await accept(console, halfWords);
    await expect(accept(console, halfWords)).rejects.toMatchObject({ code: 'conflict' });
    expect(await entries('access.accepted')).toHaveLength(1);
  });
});
