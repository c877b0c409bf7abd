import 'server-only';

/** Name of the session cookie: `__Host-` wherever HTTPS makes that prefix possible. */
export function sessionCookieName(publicUrl: URL): string {
  return publicUrl.protocol === 'https:' ? '__Host-mem-session' : 'mem-session';
}

/** `Set-Cookie` that gives the browser a session, or, with null, takes it away. */
export function sessionCookie(publicUrl: URL, sessionId: string | null): string {
  const parts = [`${sessionCookieName(publicUrl)}=${sessionId ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (publicUrl.protocol === 'https:') parts.push('Secure');
  if (sessionId === null) parts.push('Max-Age=0');
  return parts.join('; ');
}

/** The session id a request carries, or null. */
export function sessionIdOf(cookieHeader: string | null, publicUrl: URL): string | null {
  const name = sessionCookieName(publicUrl);
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}
