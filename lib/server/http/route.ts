import 'server-only';
import { z } from 'zod';
import { SignInError } from '@/lib/server/auth/sign-in-error';
import { theConsole } from '@/lib/server/composition';
import { ConsoleError } from '@/lib/server/console-error';
import { Reply } from '@/lib/server/services/reply';
import { authorize, type Verb } from '@/lib/server/services/verb';
import { UpstreamError } from '@/lib/server/upstream/errors';
import { checkOrigin } from './origin-check';
import { problemOf, problemResponse } from './problem';
import type { LimitKind } from './rate-limits';
import { callerOf, contextOf } from './request-context';
import { parseInput, queryRecord, readJsonBody } from './request-input';

interface RouteSpec<I, O> {
  /** Strict schema of the query and of the address's own parameters; without it and without `body` there are none. */
  query?: z.ZodType<I>;
  /** Strict schema of the JSON body of a request that changes something. */
  body?: z.ZodType<I>;
  /** Schema of the JSON answer; a verb that answers a `Reply` speaks for itself. */
  result: z.ZodType<O>;
  /** HTTP status of a success, 200 unless told. */
  status?: number | ((result: O) => number);
  /** Which rate limit it counts against. */
  limit?: LimitKind;
  /** For an address that a browser goes to by itself: where it goes instead of being shown a problem document. */
  onFailure?: (error: unknown, requestId: string, request: Request) => string;
}

/** The handler of one method, as Next calls it. */
export type Handler = (request: Request, more?: RouteParams) => Promise<Response>;

interface RouteParams {
  params: Promise<Record<string, string | string[] | undefined>>;
}

const noInput = z.strictObject({});
const reading = new Set(['GET', 'HEAD']);
const noStore = { 'Cache-Control': 'no-store' };

/**
 * Makes the handler of one method of one route: origin, rate, session, strict input, the verb, strict output,
 * problem+json for every failure. The role is the verb's own affair.
 */
export function route<I, O>(spec: RouteSpec<I, O>, verb: Verb<I, O | Reply>): Handler {
  return async (request, more) => {
    try {
      const parts = await theConsole();
      if (!reading.has(request.method))
        checkOrigin(request.headers, parts.config.publicUrl, parts.config.port);
      const caller = callerOf(request.headers, parts.config.publicUrl);
      if (spec.limit) parts.limits.take(spec.limit, 'address', caller.address);
      const { searchParams } = new URL(request.url);
      const ctx = await contextOf(request, parts, caller, {
        key: searchParams.get('connection'),
        isOpen: verb.roles === 'anyone',
      });
      searchParams.delete('connection');
      authorize(verb.roles, ctx.actor);
      if (spec.limit && ctx.actor) parts.limits.take(spec.limit, 'session', ctx.actor.sessionId);
      const input = spec.body
        ? parseInput(spec.body, await readJsonBody(request), 'body')
        : parseInput((spec.query ?? noInput) as z.ZodType<I>, await placeOf(searchParams, more), 'query'); // a route without input has a verb that ignores it
      const result = await verb({ ctx, input });
      if (result instanceof Reply)
        return new Response(result.body, { status: result.status, headers: headersOf(result) });
      const status = typeof spec.status === 'function' ? spec.status(result) : (spec.status ?? 200);
      return Response.json(spec.result.parse(result), { status, headers: noStore });
    } catch (error) {
      if (!spec.onFailure) return failureOf(request, error);
      const { requestId } = await noted(request, error);
      const headers = { ...noStore, Location: spec.onFailure(error, requestId, request) };
      return new Response(null, { status: 303, headers });
    }
  };
}

/** The problem document of whatever went wrong; what is nobody's refusal is noted in the log. */
export async function failureOf(
  request: Request,
  error: unknown,
  more: Record<string, string> = {},
): Promise<Response> {
  return problemResponse(await noted(request, error), { ...noStore, ...more });
}

async function placeOf(search: URLSearchParams, more: RouteParams | undefined) {
  return { ...queryRecord(search), ...(await more?.params) };
}

function headersOf(reply: Reply): Headers {
  const headers = new Headers(noStore);
  for (const [name, value] of Object.entries(reply.headers)) {
    headers.delete(name);
    for (const one of [value].flat()) headers.append(name, one);
  }
  return headers;
}

/** Refusals that somebody who watches the log wants to see. */
const notable = new Set<string>(['forbidden', 'bad-origin', 'rate-limited']);

/** Other refusals, and answers nobody waits for any more, are the visitor's affair; failures belong in the log. */
async function noted(request: Request, error: unknown) {
  const requestId = request.headers.get('x-request-id') ?? '';
  const problem = problemOf(error, requestId);
  if (request.signal.aborted) return problem;
  const { log } = await theConsole();
  const entry = {
    requestId,
    method: request.method,
    path: new URL(request.url).pathname,
    code: problem.code,
  };
  if (error instanceof SignInError)
    log.warn({ ...entry, code: error.code, failure: error.failure }, `A sign-in failed. ${error.message}`);
  else if (error instanceof UpstreamError)
    log.warn({ ...entry, kind: error.kind, status: error.status }, error.sentence);
  else if (!(error instanceof ConsoleError) || error.code === 'ledger-unavailable')
    log.error({ ...entry, err: error }, 'A request failed inside the console.');
  else if (notable.has(error.code))
    log.info({ ...entry, address: request.headers.get('x-forwarded-for') }, 'A request was refused.');
  return problem;
}
