import 'server-only';
import type { Problem } from '@/lib/contract/errors';
import { ledgerActor } from '@/lib/server/auth/actor';
import { SignInError } from '@/lib/server/auth/sign-in-error';
import { theConsole } from '@/lib/server/composition';
import { ConsoleError } from '@/lib/server/console-error';
import type { ServiceContext } from '@/lib/server/services/verb';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { problemOf, problemResponse } from './problem';
import { networkOf } from './rate-limits';
import type { RouteParameters } from './request-input';

/** Browsers and proxies keep no answer with data and no failure. */
export const noStore = { 'Cache-Control': 'no-store' };

export async function failureOf(
  request: Request,
  error: unknown,
  more: Record<string, string> = {},
): Promise<Response> {
  return problemResponse(await logFailure(request, error), { ...noStore, ...more });
}

/** Refusals that an operator looks for in the log. */
const notable = new Set<string>(['forbidden', 'bad-origin', 'rate-limited']);

/** Logs a failure, except ordinary refusals and aborted reads of the service. @returns its problem. */
export async function logFailure(request: Request, error: unknown): Promise<Problem> {
  const requestId = request.headers.get('x-request-id') ?? '';
  const problem = problemOf(error, requestId);
  const isGivenUp =
    request.signal.aborted && (error instanceof UpstreamError || error === request.signal.reason);
  if (isGivenUp) return problem;
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
    log.warn({ ...entry, kind: error.kind, status: error.status }, error.userMessage);
  else if (!(error instanceof ConsoleError) || error.code === 'ledger-unavailable')
    log.error({ ...entry, err: error }, 'A request failed inside the console.');
  else if (notable.has(error.code))
    log.info({ ...entry, address: request.headers.get('x-forwarded-for') }, 'A request was refused.');
  return problem;
}

/** Records denied requests of signed-in people and failed sign-ins, but not what strangers try. Never rejects. */
export async function noteDeniedRequest(
  error: unknown,
  request: Request,
  ctx: ServiceContext | null,
  parameters: RouteParameters,
): Promise<void> {
  if (!ctx) return;
  const {
    request: { actor, caller, requestId },
    console: { deniedRequests },
  } = ctx;
  if (error instanceof SignInError) {
    const { failure, message } = error;
    await deniedRequests.note(`sign-in ${networkOf(caller.address)} ${failure}`, (times) => ({
      kind: 'session.refused',
      requestId,
      address: caller.address,
      failure,
      detail: message,
      times,
    }));
  } else if (error instanceof ConsoleError && error.code === 'forbidden' && actor) {
    const { method } = request;
    const { pathname } = new URL(request.url);
    const pattern = patternOf(pathname, parameters);
    await deniedRequests.note(`${actor.sessionId} ${method} ${pattern}`, (times) => ({
      kind: 'request.refused',
      actor: ledgerActor(actor),
      requestId,
      method,
      path: pathname.slice(0, 500),
      code: 'forbidden',
      times,
    }));
  }
}

/** The address with parameter names instead of values, so that requests for many sets count as one. */
function patternOf(pathname: string, parameters: RouteParameters): string {
  const names = new Map(Object.entries(parameters).map(([name, value]) => [String(value), name]));
  return pathname
    .split('/')
    .map(decoded) // Next decodes parameters, and a letter has two encodings
    .map((part) => names.get(part) ?? part)
    .join('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a lone "%"
  }
}
