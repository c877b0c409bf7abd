import type { Problem } from '@/lib/contract/errors';

const between = 'Something between this page and the console';

/** By status: title, what it did, the advice. Each of them refused the request before the console had it. */
const refusals: Partial<Record<number, [title: string, did: string, advice: string]>> = {
  400: [
    'The request was not let through',
    'did not take the request',
    'Its address or its cookies may be too long: use a shorter filter, or delete this site’s cookies.',
  ],
  403: [
    'The request was not let through',
    'did not let the request through',
    'Reload the page in case it asks you to sign in. Otherwise tell whoever runs the console: a firewall or proxy may dislike signs in a filter.',
  ],
  404: [
    'The console was not found',
    'does not know this address',
    'Tell whoever runs the console: its proxy may not pass on every address below /api.',
  ],
  413: [
    'The request is too large',
    'refused the request as too large',
    'Send a smaller file or fewer changes at once, or ask whoever runs the console to let its proxy take 40 MB.',
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
 * Whether an answer is the sign-in of something in between, such as a sign-on proxy whose session has ended: a redirect
 * (the console has none for its interface), a success that is a page, or a 401 that is not the console's.
 */
export function isForeignSignIn({ type, status, ok, headers }: Response): boolean {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const isPage = ok && /^text\/html\b/i.test(headers.get('content-type') ?? '');
  return isRedirect || isPage || status === 401;
}

/** Whether something in between refused a request by an answer with that status, so that the console never had it. */
export function isForeignRefusal({ status }: Response): boolean {
  return refusals[status] !== undefined;
}

/**
 * The problem of an answer that is not the console's own, in words: what happened, what was not changed, what to do.
 * Its code is none by which the console itself refuses: a page acts on what the console says, not on a proxy's word.
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
