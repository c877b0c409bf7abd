import 'server-only';

/** With HTTPS, the prefix `__Host-` keeps other hosts from setting the cookie. */
function cookieName(name: string, publicUrl: URL): string {
  return publicUrl.protocol === 'https:' ? `__Host-${name}` : name;
}

const session = 'mem-session';
const signIn = 'mem-sign-in';
const signInSeconds = 600;

/** `Set-Cookie` for a session; null removes it. */
export function sessionCookie(publicUrl: URL, token: string | null): string {
  return cookie(cookieName(session, publicUrl), publicUrl, token, null);
}

/** `Set-Cookie` that ties a sign-in to this browser for ten minutes; null removes it. */
export function signInCookie(publicUrl: URL, token: string | null): string {
  return cookie(cookieName(signIn, publicUrl), publicUrl, token, signInSeconds);
}

export function sessionTokenOf(cookieHeader: string | null, publicUrl: URL): string | null {
  return valueOf(cookieHeader, cookieName(session, publicUrl));
}

export function signInTokenOf(cookieHeader: string | null, publicUrl: URL): string | null {
  return valueOf(cookieHeader, cookieName(signIn, publicUrl));
}

function cookie(name: string, publicUrl: URL, value: string | null, seconds: number | null): string {
  // Lax, because an OpenID provider sends the browser back from another site.
  const parts = [`${name}=${value ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (publicUrl.protocol === 'https:') parts.push('Secure');
  if (value === null) parts.push('Max-Age=0');
  else if (seconds !== null) parts.push(`Max-Age=${String(seconds)}`);
  return parts.join('; ');
}

function valueOf(cookieHeader: string | null, name: string): string | null {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}
