import { signInPath } from '@/lib/domain/session/return-path';

/** Goes to the sign-in page, which leads back to where the person is now. */
export function goToSignIn(how: 'assign' | 'replace'): void {
  const { pathname, search, hash } = window.location;
  if (pathname === '/sign-in') return;
  window.location[how](signInPath(pathname + search + hash));
}
