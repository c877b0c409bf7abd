import { longestReturnPath } from '@/lib/contract/limits';

/** Origin that exists nowhere: only a path can keep it. */
const nowhere = 'https://console.invalid';

/**
 * The path to go to after signing in, taken from `?next=`. Only a path of this console with its query and fragment is
 * kept; everything else (another origin, `//host`, a backslash, a scheme, a control character, an API address) is `/`.
 */
export function returnPath(next: unknown): string {
  if (typeof next !== 'string' || next.length > longestReturnPath) return '/';
  if (!next.startsWith('/') || next.startsWith('//') || next.includes('\\') || hasControl(next)) return '/';
  if (!URL.canParse(next, nowhere)) return '/';
  const url = new URL(next, nowhere);
  if (url.origin !== nowhere || url.pathname.startsWith('//')) return '/';
  if (/^\/(api|sign-in)(\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

/** Address of the sign-in page that leads back to `path`. */
export function signInPath(path: string): string {
  const next = returnPath(path);
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** Address of the sign-in page that leads back to `path` and says why one is there: the session ended, or one left. */
export function signInAddress(path: string, why: 'ended' | 'left' | null): string {
  const address = signInPath(path);
  if (why === null) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${why}=1`;
}

/** Browsers drop tabs and line breaks from addresses, which would turn `/\t/host` into `//host`. */
function hasControl(text: string): boolean {
  return [...text].some((character) => character <= '\u001f' || character === '\u007f');
}
