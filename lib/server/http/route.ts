import 'server-only';
import { z } from 'zod';
import { contractDigest } from '@/lib/contract/digest';
import {
  backgroundHeader,
  pageContractHeader,
  pageContractParameter,
  pagePersonHeader,
  pagePersonParameter,
} from '@/lib/contract/request-headers';
import { ConsoleError } from '@/lib/server/console-error';
import { theConsole } from '@/lib/server/composition';
import { Reply } from '@/lib/server/services/reply';
import { authorize, type ServiceContext, type Verb } from '@/lib/server/services/verb';
import { queryHeader } from './request-gate';
import { failureOf, logFailure, noStore, noteDeniedRequest } from './failure';
import { checkOrigin } from './origin-check';
import type { LimitKind, RateLimits } from './rate-limits';
import { callerOf, contextOf } from './request-context';
import { bodyAt, onlyOne, parseInput, queryAt, readJsonBody, type RouteParameters } from './request-input';

interface RouteSpec<I, O> {
  /** Strict schema of query and route parameters; without it and `body` there is no input. */
  query?: z.ZodType<I>;
  body?: z.ZodType<I>;
  maxBytes?: number;
  isBodyOptional?: true;
  /** Schema of the JSON answer; a `Reply` is not checked. */
  result: z.ZodType<O>;
  status?: number | ((result: O) => number);
  /** The page always asks by itself, which does not extend the session. */
  isBackground?: true;
  limit?: LimitKind;
  /** Where a browser goes instead of seeing a problem document. */
  onFailure?: (error: unknown, requestId: string, request: Request) => string;
}

export type Handler = (request: Request, more?: RouteParams) => Promise<Response>;

interface RouteParams {
  params: Promise<RouteParameters>;
}

const noInput = z.strictObject({});
const reading = new Set(['GET', 'HEAD']);

/** The handler of one method; only the role is checked by the verb. */
export function route<I, O>(spec: RouteSpec<I, O>, verb: Verb<I, O | Reply>): Handler {
  return async (request, more) => {
    let known: ServiceContext | null = null;
    try {
      const parts = await theConsole();
      parts.gate.check(request.headers);
      const isReading = reading.has(request.method);
      if (!isReading) checkOrigin(request.headers, parts.config.publicUrl, parts.config.port);
      const caller = callerOf(request.headers, parts.config.publicUrl);
      const searchParams = new URLSearchParams(request.headers.get(queryHeader) ?? '');
      const asked = await contextOf(request, parts, caller, {
        key: onlyOne(searchParams, 'connection'),
        isOpen: verb.roles === 'anyone',
        isBackground: spec.isBackground ?? request.headers.has(backgroundHeader),
        madeFor: onlyOne(searchParams, pagePersonParameter, request.headers.get(pagePersonHeader)),
      });
      known = asked;
      checkContract(onlyOne(searchParams, pageContractParameter, request.headers.get(pageContractHeader)));
      for (const name of ['connection', pagePersonParameter, pageContractParameter])
        searchParams.delete(name);
      if (spec.limit) countRequest(parts.limits, spec.limit, asked);
      authorize(verb.roles, asked.request.actor);
      const parameters = (await more?.params) ?? {};
      if (spec.body) parseInput(noInput, queryAt(searchParams, {}), 'query');
      else if (!isReading) parseInput(noInput, await readJsonBody(request, { isBodyOptional: true }), 'body');
      const input = spec.body
        ? parseInput(spec.body, bodyAt(await readJsonBody(request, spec), parameters), 'body')
        : parseInput((spec.query ?? noInput) as z.ZodType<I>, queryAt(searchParams, parameters), 'query'); // a route without input has a verb that ignores it
      // The session may end while the body arrives.
      const isSettled = isReading || verb.roles === 'anyone' || asked.request.actor === null;
      const ctx = isSettled
        ? asked
        : { ...asked, request: { ...asked.request, actor: await asked.request.actorNow() } };
      const result = await parts.traces.verb(request, () => verb({ ctx, input }));
      if (result instanceof Reply)
        return new Response(result.body, { status: result.status, headers: headersOf(result) });
      const status = typeof spec.status === 'function' ? spec.status(result) : (spec.status ?? 200);
      return Response.json(spec.result.parse(result), { status, headers: noStore });
    } catch (error) {
      await noteDeniedRequest(error, request, known, (await more?.params) ?? {});
      if (!spec.onFailure) return failureOf(request, error);
      const { requestId } = await logFailure(request, error);
      const headers = { ...noStore, Location: spec.onFailure(error, requestId, request) };
      return new Response(null, { status: 303, headers });
    }
  };
}

/** @throws ConsoleError `invalid-request` for a page of another contract. */
function checkContract(digest: string | null): void {
  if (digest === null || digest === contractDigest) return;
  throw new ConsoleError(
    'invalid-request',
    'This page is not of the console’s present version. Nothing was changed. Reload the page.',
  );
}

/** Strangers have their own count, so they cannot use up the limit of an office. */
function countRequest(
  limits: RateLimits,
  kind: LimitKind,
  { request: { actor, caller } }: ServiceContext,
): void {
  limits.take(kind, actor || kind === 'sign-in' ? 'address' : 'stranger', caller.address);
  if (actor) limits.take(kind, 'session', actor.sessionId);
}

function headersOf(reply: Reply): Headers {
  const headers = new Headers(noStore);
  for (const [name, value] of Object.entries(reply.headers)) {
    headers.delete(name);
    for (const one of [value].flat()) headers.append(name, one);
  }
  return headers;
}
