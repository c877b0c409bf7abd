import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sessionIdOf } from '@/lib/server/auth/session-cookie';
import { theConsole, type Console } from '@/lib/server/composition';
import { ConsoleError } from '@/lib/server/console-error';
import { Reply } from '@/lib/server/services/reply';
import { authorize, type ServiceContext, type Verb } from '@/lib/server/services/verb';
import { UpstreamError } from '@/lib/server/upstream/errors';
import { checkOrigin } from './origin-check';
import { problemOf, problemResponse } from './problem';
import { parseInput, queryRecord, readJsonBody } from './request-input';

interface RouteSpec<I, O> {
  /** Strict schema of the query; without it and without `body`, no parameter but `connection` is accepted. */
  query?: z.ZodType<I>;
  /** Strict schema of the JSON body of a request that changes something. */
  body?: z.ZodType<I>;
  /** Schema of the JSON answer; a verb that answers a `Reply` speaks for itself. */
  result: z.ZodType<O>;
  /** HTTP status of a success, 200 unless told. */
  status?: number | ((result: O) => number);
}

const noInput = z.strictObject({});
const reading = new Set(['GET', 'HEAD']);

/**
 * Makes the handler of one method of one route: request id, session, origin, strict input, the verb, strict output,
 * problem+json for every failure. The role is the verb's own affair.
 */
export function route<I, O>(
  spec: RouteSpec<I, O>,
  verb: Verb<I, O | Reply>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = randomUUID();
    const headers = { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' };
    try {
      const parts = await theConsole();
      if (!reading.has(request.method))
        checkOrigin(request.headers, parts.config.publicUrl, parts.config.port);
      const { searchParams } = new URL(request.url);
      const ctx = contextOf(request, parts, searchParams.get('connection'), requestId);
      searchParams.delete('connection');
      authorize(verb.roles, ctx.actor);
      const input = spec.body
        ? parseInput(spec.body, await readJsonBody(request), 'body')
        : parseInput((spec.query ?? noInput) as z.ZodType<I>, queryRecord(searchParams), 'query'); // a route without input has a verb that ignores it
      const result = await verb({ ctx, input });
      if (result instanceof Reply)
        return new Response(result.body, { headers: { ...headers, ...result.headers } });
      const status = typeof spec.status === 'function' ? spec.status(result) : (spec.status ?? 200);
      return Response.json(spec.result.parse(result), { status, headers });
    } catch (error) {
      const problem = problemOf(error, requestId);
      await report(error, problem.code, requestId, request);
      return problemResponse(problem, headers);
    }
  };
}

function contextOf(request: Request, parts: Console, key: string | null, requestId: string): ServiceContext {
  const connection = key === null ? parts.connections[0] : parts.connections.find((one) => one.key === key);
  if (!connection)
    throw new ConsoleError('not-found', 'There is no connection of that name. Choose another one.');
  const sessionId = sessionIdOf(request.headers.get('cookie'), parts.config.publicUrl);
  return {
    actor: (sessionId === null ? null : parts.sessions.find(sessionId)?.actor) ?? null,
    connection,
    requestId,
    signal: request.signal,
    accept: request.headers.get('accept') ?? '',
    log: parts.log.child({ requestId }),
    sessions: parts.sessions,
    signIn: parts.config.signIn,
    publicUrl: parts.config.publicUrl,
    connections: parts.connections,
  };
}

/** Refusals, and answers nobody waits for any more, are the visitor's affair; failures of the service or of the console belong in the log. */
async function report(error: unknown, code: string, requestId: string, request: Request): Promise<void> {
  if (error instanceof ConsoleError || request.signal.aborted) return;
  const { log } = await theConsole();
  const path = new URL(request.url).pathname;
  if (error instanceof UpstreamError)
    log.warn({ requestId, path, code, kind: error.kind, status: error.status }, error.sentence);
  else log.error({ requestId, path, err: error }, 'A request failed inside the console.');
}
