import { contractDigest } from '@/lib/contract/digest';
import { errorStatus, isForGood } from '@/lib/contract/error-codes';
import type { Problem } from '@/lib/contract/errors';
import { backgroundHeader, pageContractHeader, pagePersonHeader } from '@/lib/contract/request-headers';
import { foreignProblem, isForeignRefusal, isForeignSignIn } from './foreign-answer';
import { pagePerson } from './session/page-person';

/**
 * A failed request. `problem` is the server's own, or made here in the same shape where the server was not reached or
 * answered something else.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly problem: Problem;
  /** No answer came: a write may have arrived. */
  readonly unreachable: boolean;
  /** Something between browser and console refused the request, so it did not arrive. */
  readonly isKeptBack: boolean;

  constructor(problem: Problem, unreachable = false, isKeptBack = false) {
    super(problem.detail);
    this.problem = problem;
    this.unreachable = unreachable;
    this.isKeptBack = isKeptBack;
  }
}

/** `enabled` of a query: false after a refusal for good, which only a person's press repeats. */
export function askedWhile(isAsked: boolean) {
  return ({ state: { error } }: { state: { error: Error | null } }) =>
    isAsked && !(error instanceof ApiError && isForGood(error.problem.code));
}

/**
 * Whether no one is signed in, or another person than the page's. Listeners of `subscribeSignedOut` handle it;
 * callers say nothing.
 */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'signed-out';
}

/** Whether a failed write may have been done: no answer came, or one that proves nothing. */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.unreachable) return true;
  if (error.isKeptBack) return false;
  return error.problem.code === 'internal' || error.problem.mayBeDone === true;
}

export function problemOf(error: Error): Pick<Problem, 'title' | 'detail'> & Partial<Problem> {
  if (error instanceof ApiError) return error.problem;
  return {
    title: 'This page has a fault',
    detail: 'Reload the page; it may be older than the console.',
  };
}

/** Gets whether the request was a change, and whether a proxy asks for the sign-in. */
type SignedOutListener = (wasChange: boolean, isAtProxy: boolean) => void;

const signedOutListeners = new Set<SignedOutListener>();

/** Hears requests that failed as `isSignedOut`. @returns ends it. */
export function subscribeSignedOut(listener: SignedOutListener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

interface ApiRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  accept?: string;
  signal?: AbortSignal | undefined;
  /** Sent by the page itself: no use of the session. */
  background?: boolean;
  /** Allowed for another person than the page's. */
  forAnyone?: boolean;
  /** Repeated with the same key, it is done once. */
  idempotencyKey?: string;
  /** For a successful answer. */
  onHeaders?: (headers: Headers) => void;
  /** An answer that the HTML head requested. */
  early?: Promise<Response> | undefined;
}

/** Reads JSON of the contract; the server checks the contract's version. @throws ApiError. */
export async function callApi<T>(path: string, request: ApiRequest = {}): Promise<T> {
  const response = await send(path, { accept: 'application/json', ...request });
  const body = (await response.json().catch(() => undefined)) as T | undefined; // by the contract
  if (body === undefined) throw new ApiError(foreignProblem(response));
  return body;
}

/** `queryFn` of a read that the page sends by itself. */
export function backgroundRead<T>(path: string) {
  return ({ signal }: { signal: AbortSignal }) => callApi<T>(path, { signal, background: true });
}

/** @throws ApiError. */
export async function callApiForBytes(path: string, request: ApiRequest): Promise<ArrayBuffer> {
  const response = await send(path, request);
  return response.arrayBuffer().catch(() => {
    throw new ApiError(noAnswer(), true);
  });
}

/**
 * Large files may go to the browser's disk.
 * @param request `through` gets the bytes as they arrive. @throws ApiError.
 */
export async function callApiForFile(
  path: string,
  {
    through,
    ...request
  }: ApiRequest & { through?: TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> },
): Promise<Blob> {
  const response = await send(path, request);
  const { body, headers } = response;
  const whole = through && body ? new Response(body.pipeThrough(through), { headers }) : response;
  return whole.blob().catch(() => {
    throw new ApiError(brokenOff(response));
  });
}

/** @throws ApiError. */
export async function callApiForText(path: string, request: ApiRequest): Promise<string> {
  const response = await send(path, request);
  return response.text().catch(() => {
    throw new ApiError(noAnswer(), true);
  });
}

// Set by lib/server/http/page-reads.ts while the server draws a page.
const shared = globalThis as typeof globalThis & {
  memPageSend?: { getStore: () => typeof fetch | undefined };
};

async function send(path: string, request: ApiRequest): Promise<Response> {
  const {
    method = 'GET',
    body,
    accept,
    signal,
    background = false,
    forAnyone = false,
    idempotencyKey,
    onHeaders,
    early,
  } = request;
  const headers = new Headers({ [pageContractHeader]: contractDigest });
  const person = forAnyone ? null : pagePerson();
  if (person !== null) headers.set(pagePersonHeader, person);
  if (background) headers.set(backgroundHeader, '1');
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  if (accept !== undefined) headers.set('Accept', accept);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  let response: Response;
  try {
    response = await (early ??
      (shared.memPageSend?.getStore() ?? fetch)(path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ?? null,
        cache: 'no-store',
        redirect: 'manual', // else a sign-in elsewhere gives no answer
      }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(noAnswer(), true);
  }
  if (response.ok && !isForeignSignIn(response)) {
    onHeaders?.(response.headers);
    return response;
  }
  const problem: unknown = await response.json().catch(() => undefined);
  const isOurs = isProblem(problem);
  const error = isOurs
    ? new ApiError(problem)
    : new ApiError(foreignProblem(response), false, isForeignRefusal(response));
  if (isSignedOut(error)) for (const listener of signedOutListeners) listener(method !== 'GET', !isOurs);
  throw error;
}

/** Whether the console itself answered. */
function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    Object.hasOwn(errorStatus, String(body.code))
  );
}

function noAnswer(): Problem {
  return {
    title: 'The console does not answer',
    status: 503,
    code: 'internal',
    detail: 'The console could not be reached. Check the network, and whether the console is running.',
    requestId: '',
  };
}

function brokenOff(response: Response): Problem {
  return {
    title: 'The file broke off',
    status: 503,
    code: 'internal',
    detail: 'The file did not arrive whole, so it was not kept. Try again.',
    requestId: response.headers.get('x-request-id') ?? '',
  };
}
