import { contractDigest } from '@/lib/contract/digest';
import { errorStatus, isForGood } from '@/lib/contract/error-codes';
import type { Problem } from '@/lib/contract/errors';
import { backgroundHeader, pageContractHeader, pagePersonHeader } from '@/lib/contract/request-headers';
import { foreignProblem, isForeignRefusal, isForeignSignIn } from './foreign-answer';
import { pagePerson } from './session/page-person';

/**
 * A request to the console that did not succeed. `problem` is the server's own account; when the server could not be
 * asked at all (`unreachable`) or answered something else, it is made here in the same words and shape.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly problem: Problem;
  /** True when no answer came: the console is down or the network is. A write may or may not have arrived. */
  readonly unreachable: boolean;
  /** True when something in between refused the request: the console never had it. */
  readonly isKeptBack: boolean;

  constructor(problem: Problem, unreachable = false, isKeptBack = false) {
    super(problem.detail);
    this.problem = problem;
    this.unreachable = unreachable;
    this.isKeptBack = isKeptBack;
  }
}

/**
 * `enabled` of a query that is asked only at times. What the console refused for good, it or this person, is asked again
 * only by a person's press: no interval, no return of the focus.
 */
export function askedWhile(isAsked: boolean) {
  return ({ state: { error } }: { state: { error: Error | null } }) =>
    isAsked && !(error instanceof ApiError && isForGood(error.problem.code));
}

/**
 * Whether a request failed because nobody is signed in, or somebody else than the page was made for. Whoever listens by
 * `subscribeSignedOut` says what was not done, or leads away from the page; the caller says nothing.
 */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'signed-out';
}

/**
 * Whether what a failed request wanted may have been done all the same: no answer came, or one that proves nothing
 * (a proxy's own page, an answer that broke off, a fault while or after it was written).
 */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.unreachable) return true;
  if (error.isKeptBack) return false;
  return error.problem.code === 'internal' || error.problem.mayBeDone === true;
}

/** A failure in the words to show. */
export function problemOf(error: Error): Pick<Problem, 'title' | 'detail'> & Partial<Problem> {
  if (error instanceof ApiError) return error.problem;
  return {
    title: 'This page met a fault of its own',
    detail: 'Reload the page; it may be older than the console.',
  };
}

/** Hears whether the request was to change something, and whether a proxy, not the console, asks for a sign-in. */
type SignedOutListener = (wasChange: boolean, isAtProxy: boolean) => void;

const signedOutListeners = new Set<SignedOutListener>();

/** Hears of every request that failed as `isSignedOut`, until the returned function is called. */
export function subscribeSignedOut(listener: SignedOutListener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

interface ApiRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  accept?: string;
  signal?: AbortSignal | undefined;
  /** The page asks by itself: the console does not take it for use of the session. */
  background?: boolean;
  /** Answered whoever is signed in, also where that is another person than the page was made for. */
  forAnyone?: boolean;
  /** Names the wish: asked again with the same key, it is done once. */
  idempotencyKey?: string;
  /** Hears the headers of a successful answer. */
  onHeaders?: (headers: Headers) => void;
  /** The answer, where the HTML head asked for it already in this way. */
  early?: Promise<Response> | undefined;
}

/**
 * Asks the console for JSON, which is what the contract says of that address: the console has looked at it, and refuses
 * pages of another contract.
 * @throws ApiError for every answer that is not a success or no JSON, and when there is no answer.
 */
export async function callApi<T>(path: string, request: ApiRequest = {}): Promise<T> {
  const response = await send(path, { accept: 'application/json', ...request });
  const body = (await response.json().catch(() => undefined)) as T | undefined; // by the contract
  if (body === undefined) throw new ApiError(foreignProblem(response));
  return body;
}

/** As `callApi`, for answers that are bytes. */
export async function callApiForBytes(path: string, request: ApiRequest): Promise<ArrayBuffer> {
  const response = await send(path, request);
  return response.arrayBuffer().catch(() => {
    throw new ApiError(noAnswer(), true);
  });
}

/**
 * As `callApi`, for answers that are files: the browser may keep a large one on its disk.
 * @param request with `through`, the bytes of the file pass through it on their way.
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

/** As `callApi`, for answers that are text or nothing. */
export async function callApiForText(path: string, request: ApiRequest): Promise<string> {
  const response = await send(path, request);
  return response.text().catch(() => {
    throw new ApiError(noAnswer(), true);
  });
}

// Where the server keeps how a request of the page it draws leaves (lib/server/http/page-reads.ts).
const shared = globalThis as typeof globalThis & {
  memPageSend?: { getStore: () => typeof fetch | undefined };
};

/** How requests leave: by the browser; while the server reads for a page, straight to the handler of the route. */
function sender(): typeof fetch {
  return shared.memPageSend?.getStore() ?? fetch;
}

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
      sender()(path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ?? null,
        cache: 'no-store',
        redirect: 'manual', // else a sign-in elsewhere is no answer at all
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

/** Whether the console itself says what is wrong, and not something between it and this page. */
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
