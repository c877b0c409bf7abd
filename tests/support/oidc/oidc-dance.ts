import type { ConsoleProcess } from '@/tests/support/console/console-process';

/** Cookies of one browser, by name: enough where every server of a test has names of its own. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** Header `Cookie`. */
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Takes what an answer sets. */
  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      const expires = /expires=([^;]*)/i.exec(line)?.[1];
      const isGone = /max-age=0/i.test(line) || (expires !== undefined && Date.parse(expires) <= Date.now());
      if (isGone || value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

/** One request of a browser that does not follow redirects by itself. */
export async function visit(
  address: URL | string,
  jar: CookieJar,
  form?: Record<string, string>,
): Promise<Response> {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { cookie: jar.header },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  jar.take(response);
  return response;
}

/**
 * Walks from the provider's address to where it sends the browser back, as somebody with an account would.
 * @param sub whose account, or `cancel`.
 * @returns the console's callback address with what the provider says, not yet visited.
 */
export async function passProvider(address: URL, sub: string, jar = new CookieJar()): Promise<URL> {
  let at = address;
  for (let step = 0; step < 10; step++) {
    if (at.origin !== address.origin) return at;
    const response = await visit(at, jar, at.pathname.startsWith('/interaction/') ? { sub } : undefined);
    const location = response.headers.get('location');
    if (location === null) {
      throw new Error(
        `The provider stayed at ${at.pathname} with ${String(response.status)}: ${await response.text()}`,
      );
    }
    at = new URL(location, at);
  }
  throw new Error('The provider sent the browser in a circle.');
}

/** What PUBLIC_URL is unless set, and where the provider sends people back to. */
export const publicUrlOf = ({ url }: ConsoleProcess): string => url.replace('127.0.0.1', 'localhost');

/**
 * Signs somebody in at a running console by its OpenID provider, all redirects included.
 * @param consoleUrl PUBLIC_URL of the console.
 * @returns header `Cookie` of the session.
 */
export async function signInByOidc(consoleUrl: string, sub: string): Promise<string> {
  const jar = new CookieJar();
  const start = await visit(`${consoleUrl}/api/session/oidc/start`, jar);
  const back = await passProvider(new URL(start.headers.get('location') ?? '', consoleUrl), sub);
  const end = await visit(back, jar);
  const token = jar.get('mem-session');
  if (token === undefined) throw new Error(`The sign-in ended at ${String(end.headers.get('location'))}.`);
  return `mem-session=${token}`;
}
