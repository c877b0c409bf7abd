import { openDatabase, type Database } from '@/lib/server/db/database';
import { OpenIdProvider } from '@/lib/server/auth/openid-provider';
import { SignInError } from '@/lib/server/auth/sign-in-error';
import { passProvider, type CookieJar } from '@/tests/support/oidc/oidc-dance';
import type { TestProvider } from '@/tests/support/oidc/openid-provider';
import { testDatabase } from '@/tests/support/database/test-database';

export const publicUrl = new URL('http://localhost:3999');

/** A database of its own, and what removes it. */
export async function ownDatabase(): Promise<{ database: Database; drop: () => Promise<void> }> {
  const { url, drop } = await testDatabase();
  const database = await openDatabase(url);
  return {
    database,
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

interface Otherwise {
  clientSecret?: string | undefined;
  clientId?: string;
  issuer?: URL;
  rolesClaim?: string;
  now?: () => number;
  timeoutMs?: number;
}

/** The console's side of a sign-in at this provider. */
export function consoleAt(
  provider: TestProvider,
  database: Database,
  otherwise: Otherwise = {},
): OpenIdProvider {
  const { now, timeoutMs, ...settings } = otherwise;
  return new OpenIdProvider(
    {
      issuer: new URL(provider.issuer),
      clientId: provider.clientId,
      clientSecret: provider.settings.OIDC_CLIENT_SECRET,
      rolesClaim: 'roles',
      secretExpires: null,
      ...settings,
    },
    publicUrl,
    database,
    { ...(now && { now }), ...(timeoutMs !== undefined && { timeoutMs }) },
  );
}

/** A sign-in up to the provider's answer, which the console has not seen yet. */
export async function upToReturn(oidc: OpenIdProvider, sub: string, jar?: CookieJar) {
  const { address, browserToken } = await oidc.start({
    returnPath: '/journal?page=2',
    account: undefined,
    browserToken: null,
  });
  const back = await passProvider(address, sub, jar);
  return { query: back.searchParams, browserToken, back };
}

/** A whole sign-in. */
export async function signIn(oidc: OpenIdProvider, sub: string) {
  return oidc.finish(await upToReturn(oidc, sub));
}

/** The failure that ends this work. */
export async function failureOf(work: Promise<unknown>): Promise<SignInError> {
  const error = await work.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  );
  if (error instanceof SignInError) return error;
  throw error;
}
