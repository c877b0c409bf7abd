import { type Context, Hono } from 'hono';
import { readEdit } from './data/journal-line';
import { FAULT_KINDS, readFaults, SELECTORS } from './faults/faults';
import { readModes } from './modes';
import type { World } from './world';

/** What the control port can do beyond the world itself. */
interface ControlActions {
  /** Refuses connections on the service's port for so many milliseconds; 0 opens it again. */
  refuse: (ms: number) => Promise<void>;
}

const VERBS = [
  'GET /',
  'GET /faults',
  'PUT /faults',
  'GET /modes',
  'PUT /modes',
  'POST /outside-change',
  'POST /outside-posting',
  'POST /outside-edit',
  'GET /cell?recordType&recordId&entityId',
  'GET /counters',
  'DELETE /counters',
  'GET /requests?last',
  'DELETE /requests',
  'POST /tokens/expire',
  'POST /reset',
];

async function bodyOf(context: Context): Promise<unknown> {
  const text = await context.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('The body is not valid JSON.');
  }
}

function textsOf<K extends string>(given: unknown, names: readonly K[]): Record<K, string> {
  const found: Partial<Record<K, string>> = {};
  for (const name of names) {
    const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined;
    if (typeof value !== 'string') throw new RangeError(`The body needs the text "${name}".`);
    found[name] = value;
  }
  // Guarantee: the loop filled every name or threw.
  return found as Record<K, string>;
}

function findCell(world: World, cell: Record<'recordType' | 'recordId' | 'entityId', string>) {
  const type = world.security.findType(cell.recordType);
  const record = type < 0 ? -1 : world.security.findRecord(type, cell.recordId);
  const entity = world.security.findEntity(cell.entityId);
  if (record < 0 || entity < 0)
    throw new RangeError('There is no such assignment of record type, record and entity.');
  return { record, entity };
}

function accessOf(world: World, record: number, entity: number): boolean {
  const row = new Uint8Array(world.security.entities.codes.length);
  world.security.fillRow(record, row);
  return row[entity] === 1;
}

/** The control port: faults, modes, changes from outside, counters. Documented in the README of this folder. */
export function makeControl(world: World, actions: ControlActions): Hono {
  const app = new Hono();
  app.onError((error, context) => {
    const known = error instanceof RangeError;
    return context.json(
      { error: known ? error.message : `The control port failed: ${error.message}` },
      known ? 400 : 500,
    );
  });
  // Browsers send Origin with everything that could change something; no web page has any business here.
  app.use(async (context, next) => {
    if (context.req.header('origin') !== undefined) return context.json({ error: 'Not for web pages.' }, 403);
    await next();
  });
  app.notFound((context) => context.json({ error: 'There is nothing at this address.', verbs: VERBS }, 404));

  app.get('/', (context) =>
    context.json({
      service: 'reference',
      verbs: VERBS,
      ...world.identity,
      size: world.size,
      seed: world.seed,
      rows: { security: world.security.rowCount, journal: world.journal.openCount },
      faults: {
        kinds: Object.fromEntries(Object.entries(FAULT_KINDS).map(([kind, own]) => [kind, Object.keys(own)])),
        selectors: Object.keys(SELECTORS),
      },
      modes: world.modes,
      stateFailure: world.state.failure,
    }),
  );

  app.get('/faults', (context) => context.json({ faults: world.faults.list() }));
  app.put('/faults', async (context) => {
    const faults = readFaults(await bodyOf(context));
    world.faults.replace(faults);
    await actions.refuse(faults.find((fault) => fault.kind === 'refuse')?.ms ?? 0);
    return context.json({ faults: world.faults.list() });
  });

  app.get('/modes', (context) => context.json(world.modes));
  app.put('/modes', async (context) => {
    world.modes = readModes(await bodyOf(context), world.pageSize);
    return context.json(world.modes);
  });

  app.get('/cell', (context) => {
    const cell = textsOf(context.req.query(), ['recordType', 'recordId', 'entityId']);
    const { record, entity } = findCell(world, cell);
    return context.json({ ...cell, accessible: accessOf(world, record, entity) });
  });
  app.post('/outside-change', async (context) => {
    const body = await bodyOf(context);
    const cell = textsOf(body, ['recordType', 'recordId', 'entityId']);
    const { record, entity } = findCell(world, cell);
    const accessible: unknown =
      typeof body === 'object' && body !== null ? Reflect.get(body, 'accessible') : undefined;
    if (typeof accessible !== 'boolean') throw new RangeError('The body needs "accessible": true or false.');
    const changed = world.security.set(record, entity, accessible);
    if (changed) world.state.keepAccess(record, entity, accessible);
    return context.json({ changed });
  });
  app.post('/outside-posting', async (context) => {
    const { template, batch } = textsOf(await bodyOf(context), ['template', 'batch']);
    const lines = world.journal.post(template, batch);
    if (lines > 0) world.state.keepPosted(template, batch);
    return context.json({ lines });
  });

  app.post('/outside-edit', async (context) => {
    const body = await bodyOf(context);
    const { template, batch } = textsOf(body, ['template', 'batch']);
    const line = Number(Reflect.get(body as object, 'line')); // textsOf saw an object
    const values = readEdit(Reflect.get(body as object, 'values'));
    if (!world.journal.edit(template, batch, line, values)) throw new RangeError('There is no such line.');
    return context.json({ edited: true });
  });

  app.get('/counters', (context) => context.json(world.counters.read()));
  app.delete('/counters', (context) => {
    world.counters.clear();
    return context.body(null, 204);
  });
  app.get('/requests', (context) => {
    const last = Number(context.req.query('last') ?? '100');
    if (!Number.isInteger(last) || last < 1)
      throw new RangeError('"last" must be a whole number of 1 or more.');
    return context.json({ requests: world.requests.last(last) });
  });
  app.delete('/requests', (context) => {
    world.requests.clear();
    return context.body(null, 204);
  });

  app.post('/tokens/expire', (context) => context.json({ expired: world.tokens.expireAll() }));
  app.post('/reset', async (context) => {
    world.security.clear();
    world.journal.restore();
    world.faults.replace([]);
    world.modes = readModes({}, world.pageSize);
    world.counters.clear();
    world.requests.clear();
    world.state.forget();
    await actions.refuse(0);
    return context.json({ reset: true });
  });
  return app;
}
