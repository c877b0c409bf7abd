import { signInPath } from './return-path';

/** Address of the sign-in page that leads back to `path` and says why one is there: the session ended, or one left. */
export function signInAddress(path: string, why: 'ended' | 'left' | null): string {
  const address = signInPath(path);
  if (why === null) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${why}=1`;
}
