import type { Problem } from '@/lib/contract/errors';

const between = 'Something between this page and the console';

/** By status. Each refused the request before it reached the console. */
const refusals: Partial<Record<number, [title: string, did: string, advice: string]>> = {
  400: [
    'The request was not let through',
    'did not take the request',
    'Its address or its cookies may be too long: use a shorter filter, or delete this site’s cookies.',
  ],
  403: [
    'The request was not let through',
    'did not let the request through',
    'Reload the page in case it asks you to sign in. Otherwise tell the operator of the console: a firewall or proxy may dislike signs in a filter.',
  ],
  404: [
    'The console was not found',
    'does not know this address',
    'Tell the operator of the console: its proxy may not pass on every address below /api.',
  ],
  413: [
    'The request is too large',
    'refused the request as too large',
    'Send a smaller file or fewer changes at once, or ask the operator of the console to let its proxy take 40 MB.',
  ],
  414: ['The address is too long', 'refused the address as too long', 'Use a shorter filter.'],
  429: ['Too many requests', 'takes no more requests at the moment', 'Wait a minute and try again.'],
  431: [
    'The address is too long',
    'refused the address or the cookies as too long',
    'Use a shorter filter, or delete this site’s cookies.',
  ],
};

/**
 * Whether something between browser and console asks for a sign-in: a redirect (the console's interface has none), a
 * page, or a foreign 401.
 */
export function isForeignSignIn({ type, status, ok, headers }: Response): boolean {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const isPage = ok && /^text\/html\b/i.test(headers.get('content-type') ?? '');
  return isRedirect || isPage || status === 401;
}

export function isForeignRefusal({ status }: Response): boolean {
  return refusals[status] !== undefined;
}

/**
 * A foreign answer in words. Its code is none by which the console refuses, so that pages do not act on a proxy's
 * answer.
 */
export function foreignProblem(response: Response): Problem {
  const { status } = response;
  const requestId = response.headers.get('x-request-id') ?? '';
  if (isForeignSignIn(response))
    return {
      title: 'Sign in again',
      status: 401,
      code: 'signed-out',
      detail: `${between} asks you to sign in: your session there may have ended. Nothing was changed. Reload the page to sign in.`,
      requestId,
    };
  const refusal = refusals[status];
  if (refusal !== undefined) {
    const [title, did, advice] = refusal;
    const detail = `${between} ${did} (${String(status)}). Nothing was changed. ${advice}`;
    return { title, status, code: 'internal', detail, requestId };
  }
  if (status === 408 || status >= 502)
    return {
      title: 'The console did not answer',
      status,
      code: 'internal',
      detail: `${between} answered in its place (${String(status)}). Try again in a moment.`,
      requestId,
    };
  return {
    title: 'The answer was not understood',
    status,
    code: 'internal',
    detail:
      'The console answered in a form this page does not know. Reload the page; it may be older than the console.',
    requestId,
  };
}
