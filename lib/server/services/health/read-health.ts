import 'server-only';
import type { z } from 'zod';
import type { healthSchema, readinessSchema } from '@/lib/contract/health';
import { verb } from '@/lib/server/services/verb';

/** Says that the console serves. */
export const readHealth = verb<unknown, z.infer<typeof healthSchema>>({
  roles: 'anyone',
  run: () => Promise.resolve({ status: 'ok' as const }),
});

/** Anybody may ask, so it says no more than that. */
const lost = 'Checkpoints know entries that are not in the log, or are others there.';

/** Says which parts are up: each connection by the last answer of its service. Names no address and no reason. */
export const readReadiness = verb<unknown, z.infer<typeof readinessSchema>>({
  roles: 'anyone',
  run: async ({ ctx }) => {
    const database = { name: 'database', up: await ctx.database.isUp() };
    const services = ctx.connections.map(({ key, upstream }) => {
      const { lastSuccessAt, lastFailure } = upstream.health();
      return { name: `connection ${key}`, up: lastFailure === null || (lastSuccessAt ?? 0) > lastFailure.at };
    });
    const checkpoints = { name: 'checkpoint folder', up: ctx.checkpoints.folderFault === null };
    const { losses } = ctx.checkpoints;
    const log = { name: 'log', up: losses.length === 0, ...(losses.length > 0 && { detail: lost }) };
    const parts = [database, checkpoints, log, ...services];
    return {
      status: parts.every(({ up }) => up) ? ('ready' as const) : ('degraded' as const),
      parts,
    };
  },
});
