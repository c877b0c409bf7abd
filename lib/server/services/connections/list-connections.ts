import 'server-only';
import type { ConnectionList } from '@/lib/contract/connections';
import { mayRead } from '@/lib/contract/session/roles';
import { verb } from '@/lib/server/services/verb';
import { isAnswering } from '@/lib/server/upstream/client';

/** Each connection and how its service last answered; sends no request to the service. */
export const listConnections = verb<unknown, ConnectionList>({
  roles: mayRead.connections,
  run: async ({ ctx }) => ({
    value: await Promise.all(
      ctx.console.connections.map(async (connection) => {
        const { key, label, kind, currency, bcUrl, reference, upstream, drift, labels } = connection;
        const last = upstream.health();
        const { lastSuccessAt, lastSuccessMs, lastFailure } = last;
        const answers = isAnswering(last);
        const { tenantId, environment, companyId, concurrency, ratePerSecond } = upstream.settings;
        return {
          ...{ key, label, kind, currency, bcUrl, reference },
          health: {
            isUp: answers === true,
            lastAnswerAt: lastSuccessAt === null ? null : new Date(lastSuccessAt).toISOString(),
            lastAnswerMs: lastSuccessMs === null ? null : Math.round(lastSuccessMs),
            problem: answers === false ? (lastFailure?.detail ?? null) : null,
            lastFailure: lastFailure && {
              at: new Date(lastFailure.at).toISOString(),
              detail: lastFailure.detail,
            },
          },
          place: { tenant: tenantId ?? null, environment: environment ?? null, company: companyId },
          abilities: upstream.abilities(),
          budget: {
            ...upstream.budgetUse(),
            concurrency,
            perMinute: ratePerSecond * 60,
            pausedMs: Math.ceil(upstream.throttledForMs()),
          },
          secretExpires: connection.secretExpires,
          reads: ctx.console.schedule.readsOf(connection),
          drift,
          labelsProblem: await labels.problem(),
        };
      }),
    ),
  }),
});
