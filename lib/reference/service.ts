import { getRequestListener } from '@hono/node-server';
import { makeControl } from './control';
import { Listener } from './listener';
import { INSTANCE, type ReferenceOptions, type RunningReference } from './options';
import { makeHandler } from './request-handler';
import { sizeKey } from './size';
import { StateFile, type SavedWorld } from './state-file';
import { takeStateLock } from './state-lock';
import { makeWorld, type World } from './world';

export type { ReferenceOptions, RunningReference } from './options';

/** Raised when the way in which rows are computed changes, so that older changes are not laid over other rows. */
const GENERATION = 1;

function savedWorld(world: World): SavedWorld {
  return {
    changes: Array.from(world.security.listChanges(), (change) => [
      change.recordType,
      change.recordId,
      change.entityId,
      change.accessible,
    ]),
    posted: world.journal.listPosted(),
  };
}

async function openState(world: World, path: string | null | undefined): Promise<StateFile | null> {
  if (path === null || path === undefined) return null;
  const key = `generation=${GENERATION},${sizeKey(world.size)},seed=${world.seed}`;
  const file = new StateFile(path, key, () => savedWorld(world));
  const saved = await file.load();
  for (const [recordType, recordId, entityId, accessible] of saved?.changes ?? []) {
    const type = world.security.findType(recordType);
    const record = world.security.findRecord(type, recordId);
    const entity = world.security.findEntity(entityId);
    if (record >= 0 && entity >= 0) world.security.set(record, entity, accessible);
  }
  for (const { template, batch } of saved?.posted ?? []) world.journal.post(template, batch);
  world.changed = (change) => file.touch(change);
  return file;
}

/**
 * Starts the stand-in for Business Central with MEM: the service's port and its control port.
 * Rejects with RangeError for bad options, with Error when a port is taken, the state file is broken, or another
 * process uses it.
 */
export async function startReferenceService(options: ReferenceOptions = {}): Promise<RunningReference> {
  const world = makeWorld(options);
  const path = options.stateFile ?? null;
  const release = path === null ? () => undefined : await takeStateLock(path);
  try {
    return await start(world, options, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function start(
  world: World,
  options: ReferenceOptions,
  release: () => void,
): Promise<RunningReference> {
  const host = options.host ?? '127.0.0.1';
  const state = await openState(world, options.stateFile);
  const service = new Listener(makeHandler(world), host);
  await service.open(options.port ?? 0);
  const actions = {
    refuse: (ms: number) => (ms > 0 ? service.refuse(ms) : service.reopen()),
    stateFailure: () => state?.failure ?? null,
  };
  const app = makeControl(world, actions);
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const control = new Listener((req, res) => void answer(req, res), host);
  try {
    await control.open(options.controlPort ?? 0);
  } catch (error) {
    await service.close();
    throw error;
  }
  const baseUrl = `http://${host}:${service.port}`;
  return {
    ...world.identity,
    baseUrl,
    onPremisesBaseUrl: `${baseUrl}/${INSTANCE}`,
    tokenUrl: `${baseUrl}/${world.identity.tenantId}/oauth2/v2.0/token`,
    controlUrl: `http://${host}:${control.port}`,
    close: async () => {
      await Promise.all([service.close(), control.close()]);
      await state?.flush();
      release();
      if (state !== null && state.failure !== null) throw new Error(state.failure);
    },
  };
}
