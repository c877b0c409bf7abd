import { getRequestListener } from '@hono/node-server';
import { makeControl } from './control';
import { demoLabels } from './demo-labels';
import { Listener } from './http/listener';
import { makeHandler } from './http/request-handler';
import { INSTANCE, type ReferenceOptions, type RunningReference } from './options';
import { makeWorld, type World } from './world';

export type { ReferenceOptions, RunningReference } from './options';

/**
 * Starts the stand-in for Business Central with MEM: the service's port and its control port.
 * Rejects with RangeError for bad options, with Error when a port is taken, the state file is broken, or another
 * process uses it.
 */
export async function startReferenceService(options: ReferenceOptions = {}): Promise<RunningReference> {
  const world = makeWorld(options);
  try {
    return await listen(world, options);
  } catch (error) {
    world.state.close();
    throw error;
  }
}

async function listen(world: World, options: ReferenceOptions): Promise<RunningReference> {
  const host = options.host ?? '127.0.0.1';
  const service: Listener = new Listener(
    makeHandler(world, (ms) => void service.refuse(ms)),
    host,
  );
  await service.open(options.port ?? 0);
  const actions = {
    refuse: (ms: number) => (ms > 0 ? service.refuse(ms) : service.reopen()),
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
    labelsFile: demoLabels(world.seed, world.size),
    notice: world.state.notice,
    close: async () => {
      await Promise.all([service.close(), control.close()]);
      world.state.close();
    },
  };
}
