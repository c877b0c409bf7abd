import 'server-only';
import {
  connectionTestSteps,
  type ConnectionTest,
  type ConnectionTestStep,
} from '@/lib/contract/connections';
import { mayTestConnections } from '@/lib/contract/session/roles';
import { counted } from '@/lib/domain/counted';
import { ConsoleError } from '@/lib/server/console-error';
import type { Connection } from '@/lib/server/services/connection';
import { noteDrift } from '@/lib/server/services/metadata/read-drift';
import { verb } from '@/lib/server/services/verb';
import { networkMessage } from '@/lib/server/upstream/errors/exchange-errors';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { certificateEnd, reach } from '@/lib/server/upstream/transport/reach';

/** Milliseconds for each request of a test, or the connection's own limit where that is less. */
const requestLimitMs = 30_000;
/** Without them no later step can succeed. */
const needed: ReadonlySet<ConnectionTestStep> = new Set(['address', 'certificate', 'token']);

/** Words of a step that has nothing to try. */
class NotNeeded {
  constructor(readonly words: string) {}
}

/** Tries each step of the way to a service, and says how long each took. It changes nothing, and no row leaves the console. */
export const testConnection = verb<unknown, ConnectionTest>({
  roles: mayTestConnections,
  run: async ({ ctx: { request } }) => {
    const { connection, signal, requestId } = request;
    const steps: ConnectionTest['steps'] = [];
    let isCut = false;
    for (const step of connectionTestSteps) {
      signal.throwIfAborted();
      if (isCut) {
        steps.push({ step, result: 'skipped', ms: null, detail: 'Not tried: a step before it failed.' });
        continue;
      }
      const beganAt = performance.now();
      const found = await tryStep(connection, step, { signal, requestId }).then(
        (detail) => ({ detail, failed: false }),
        (error: unknown) => ({ detail: failureInWords(error, signal), failed: true }),
      );
      const ms = Math.round(performance.now() - beganAt);
      const { detail, failed } = found;
      if (detail instanceof NotNeeded)
        steps.push({ step, result: 'skipped', ms: null, detail: detail.words });
      else steps.push({ step, result: failed ? 'failed' : 'passed', ms, detail });
      isCut = failed && needed.has(step);
    }
    return { at: new Date().toISOString(), steps };
  },
});

async function tryStep(
  connection: Connection,
  step: ConnectionTestStep,
  asked: { signal: AbortSignal; requestId: string },
): Promise<string | NotNeeded> {
  const { upstream } = connection;
  const { baseUrl, auth, timeoutSeconds } = upstream.settings;
  const url = new URL(baseUrl);
  const options = { ...asked, deadlineMs: Math.min(requestLimitMs, timeoutSeconds * 1_000) };
  switch (step) {
    case 'address':
      return `${url.hostname} answers at ${await reach(url, asked.signal)}.`;
    case 'certificate':
      if (url.protocol !== 'https:') return new NotNeeded('The address is http: nothing is encrypted.');
      return `It is trusted, and valid until ${await certificateEnd(url, asked.signal)}.`;
    case 'token': {
      if (auth.mode === 'none') return new NotNeeded('This connection signs in without credentials.');
      const isNew = await upstream.renewToken(asked.signal);
      return isNew
        ? 'The sign-in service issued a new token.'
        : new NotNeeded(
            'No token is issued: the credentials go with each request, and the steps below try them.',
          );
    }
    case 'metadata': {
      const { drift } = noteDrift(connection, await upstream.readMetadata(options));
      return drift.length === 0
        ? 'The interface is as expected.'
        : `The interface was read: ${counted(drift.length, 'difference')} from what the console expects.`;
    }
    case 'assignments':
      return rowsInWords(await upstream.readOne('security', options));
    case 'lines':
      return rowsInWords(await upstream.readOne('journal', options));
  }
}

function rowsInWords(rows: number): string {
  if (rows === 0) return 'The service answered, and lists no row.';
  return rows === 1 ? 'One row came.' : `${counted(rows, 'row')} came, though one was asked for.`;
}

/** @throws the reason of `signal` where the person left. */
function failureInWords(error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  if (error instanceof UpstreamError) return error.userMessage;
  if (error instanceof ConsoleError) return error.message;
  // `events.once` wraps the reason of its signal.
  const cause = error instanceof Error && error.name === 'AbortError' ? error.cause : error;
  return networkMessage(cause, 'service');
}
