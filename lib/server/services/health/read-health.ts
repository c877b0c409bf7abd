import 'server-only';
import type { z } from 'zod';
import type { healthSchema, ReadinessQuery, readinessSchema } from '@/lib/contract/health';
import { ConsoleError } from '@/lib/server/console-error';
import type { Connection } from '@/lib/server/services/connection';
import { verb } from '@/lib/server/services/verb';
import { isAnswering } from '@/lib/server/upstream/client';
import { consoleVersion } from '@/lib/server/version';

/** Says only that the console serves, and which version, because anyone may ask. */
export const readHealth = verb<unknown, z.infer<typeof healthSchema>>({
  roles: 'anyone',
  run: () => Promise.resolve({ status: 'ok' as const, ...consoleVersion }),
});

const lost = 'Checkpoints know entries that are not in the log, or are others there.';
const recorded = 'Entries were lost, because an older copy of the database was put back. The log says so.';
const notReached = 'Not reached yet.';

/** Names no address, and a reason only for the labels file. @throws ConsoleError `ledger-unavailable` for `changes`. */
export const readReadiness = verb<ReadinessQuery, z.infer<typeof readinessSchema>>({
  roles: 'anyone',
  run: async ({ ctx, input }) => {
    const cause = await ctx.console.database.whyNoWrites();
    if (cause !== null && input.for === 'changes')
      throw new ConsoleError('ledger-unavailable', `Changes are refused. ${cause}`);
    const database = { name: 'database', up: await ctx.console.database.isUp() };
    const services = ctx.console.connections.map((connection) => {
      const { key, upstream } = connection;
      const reads = ctx.console.schedule.readsOf(connection);
      const answers = isAnswering(upstream.health());
      const part = { name: `connection ${key}`, up: answers === true, reads };
      return answers === null ? { ...part, detail: notReached } : part;
    });
    const { folder } = ctx.console.checkpoints;
    const checkpoints = { name: 'checkpoint folder', up: folder.fault === null };
    const { losses, recordedLosses } = folder;
    const detail = losses.length > 0 ? lost : recordedLosses.length > 0 ? recorded : undefined;
    const log = { name: 'log', up: losses.length === 0, ...(detail !== undefined && { detail }) };
    const parts = [database, checkpoints, log, ...(await labelsPart(ctx.console.connections)), ...services];
    return {
      // A new console has not asked the service yet, which is no fault.
      status:
        cause === null && parts.every((part) => part.up || ('detail' in part && part.detail === notReached))
          ? ('ready' as const)
          : ('degraded' as const),
      changes: cause === null ? ('accepted' as const) : ('refused' as const),
      ...(cause !== null && { cause }),
      parts,
    };
  },
});

/** All connections read the same labels file. */
async function labelsPart(connections: readonly Pick<Connection, 'labels'>[]) {
  const readers = connections.filter(({ labels }) => labels.isConfigured);
  const problems = await Promise.all(readers.map(({ labels }) => labels.problem()));
  const problem = problems.find((one) => one !== null);
  const detail = problem && `${problem} The names are those read before.`;
  return readers.length === 0 ? [] : [{ name: 'labels file', up: !problem, ...(detail && { detail }) }];
}
