import 'server-only';
import { errorStatus, type ErrorCode } from '@/lib/contract/error-codes';
import type { Problem } from '@/lib/contract/errors';
import { ConsoleError } from '@/lib/server/console-error';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';

const titles: Record<ErrorCode, string> = {
  'invalid-request': 'The request is not valid',
  'signed-out': 'You are signed out',
  forbidden: 'Your role does not allow this',
  'bad-origin': 'The request came from another site',
  'not-found': 'There is nothing here',
  'method-not-allowed': 'This address does not take that method',
  conflict: 'It was changed in the meantime',
  'too-large': 'The request is too large',
  'unsupported-media-type': 'The request must be JSON',
  'idempotency-mismatch': 'The same key was used for another change',
  rejected: 'The service said no',
  'rate-limited': 'Too many requests',
  internal: 'The console failed',
  'service-refused-credentials': 'The service refused our credentials',
  'service-forbidden': 'The service does not permit this',
  'service-not-found': 'The service does not have this',
  'service-malformed': 'The service answered something else',
  'service-unavailable': 'The service cannot be reached',
  'service-throttled': 'The service asks us to slow down',
  'ledger-unavailable': "The console's database does not answer",
  'service-timeout': 'The service took too long',
};

/** The service, or its sign-in service, answered with a failure. */
const answeredTitle = 'The service does not respond as it should';

/** The problem document of an error; an unknown error reveals nothing. */
export function problemOf(error: unknown, requestId: string): Problem {
  const code = error instanceof ConsoleError || error instanceof UpstreamError ? error.code : 'internal';
  const problem: Problem = {
    title: titles[code],
    status: errorStatus[code],
    code,
    detail: titles[code],
    requestId,
  };
  if (error instanceof ConsoleError) {
    problem.detail = error.message;
    if (error.title !== undefined) problem.title = error.title;
    if (error.errors) problem.errors = error.errors;
    if (error.current !== undefined) problem.current = error.current;
    if (error.changedBy) problem.changedBy = error.changedBy;
    if (error.mayBeDone) problem.mayBeDone = true;
    if (error.retryAfterSeconds !== undefined) problem.retryAfterSeconds = error.retryAfterSeconds;
  } else if (error instanceof UpstreamError) {
    if (error.kind === 'http' && error.code === 'service-unavailable') problem.title = answeredTitle;
    problem.detail = error.userMessage;
    if (error.correlationId !== null) problem.correlationId = error.correlationId;
    if (error.serviceRequestId !== null) problem.serviceRequestId = error.serviceRequestId;
    if (error.retryAfterMs !== null) problem.retryAfterSeconds = Math.ceil(error.retryAfterMs / 1_000);
  } else {
    problem.detail = `The console failed and noted why in its log under ${requestId}. Try again; if it stays, tell the operator of the console.`;
  }
  return problem;
}

export function problemResponse(problem: Problem, headers: Record<string, string>): Response {
  const retryAfter: Record<string, string> =
    problem.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(problem.retryAfterSeconds) };
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...headers, ...retryAfter, 'Content-Type': 'application/problem+json' },
  });
}

export function pagesAreRead(requestId: string): Response {
  const error = new ConsoleError('method-not-allowed', 'Pages take GET, HEAD only. Nothing was changed.');
  return problemResponse(problemOf(error, requestId), { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' });
}
