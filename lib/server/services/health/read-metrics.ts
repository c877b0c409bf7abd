import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { ConsoleError } from '@/lib/server/console-error';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/**
 * The metrics as Prometheus reads them: with METRICS_TOKEN as bearer token, or without that setting on this machine alone and
 * past no proxy. @throws ConsoleError `signed-out`, `forbidden`.
 */
export const readMetrics = verb<unknown, Reply>({
  roles: 'anyone',
  run: async ({ ctx: { console, request } }) => {
    const { metricsToken } = console.config;
    const { bearerToken, isOnThisMachine } = request.caller;
    if (metricsToken === null) {
      if (!isOnThisMachine)
        throw new ConsoleError(
          'forbidden',
          'Metrics are for this machine only while METRICS_TOKEN is not set.',
        );
    } else if (bearerToken === null || !isSame(bearerToken, metricsToken))
      throw new ConsoleError('signed-out', 'Metrics need METRICS_TOKEN as bearer token.');
    const { registry } = console.metrics;
    return new Reply(await registry.metrics(), { 'Content-Type': registry.contentType });
  },
});

function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
