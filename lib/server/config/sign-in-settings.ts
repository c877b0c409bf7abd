import 'server-only';
import type { SignInMode } from '@/lib/contract/session/sign-in';
import type { Environment } from './setting-faults';
import { isLoopback } from './loopback';

export interface OidcSettings {
  issuer: URL;
  clientId: string;
  /** Absent for a public client, which uses PKCE alone. */
  clientSecret: string | undefined;
  /** Claim with the roles; dots lead into objects when no claim has the whole name. */
  rolesClaim: string;
  /** Last day on which the client secret works (`2027-01-31`); null: no day is set. */
  secretExpires: string | null;
}

interface Reach {
  host: string;
  real: boolean;
  signIn: SignInMode;
}

const microsoft = /(^|\.)(microsoftonline\.(com|us)|partner\.microsoftonline\.cn|windows\.net)$/;
/** The last tenant holds all private accounts. */
const manyTenants = new Set(['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad']);

function isBare({ username, password, search, hash }: URL): boolean {
  return username === '' && password === '' && search === '' && hash === '';
}

/** The default is demo with the reference service, OpenID Connect with a real one. */
export function signInMode(set: Environment, real: boolean): SignInMode {
  if (set.SIGN_IN === 'demo' || set.SIGN_IN === 'oidc') return set.SIGN_IN;
  return real ? 'oidc' : 'demo';
}

/** Adds wrong settings to `faults`. */
export function oidcSettings(set: Environment, faults: string[]): OidcSettings | null {
  const why =
    set.SIGN_IN === 'oidc' ? 'with SIGN_IN=oidc' : 'with a real service, unless SIGN_IN=demo is set';
  for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID']) {
    if (set[name] === undefined) faults.push(`${name} is needed ${why}.`);
  }
  const { OIDC_ISSUER: text, OIDC_CLIENT_ID: clientId } = set;
  if (text === undefined) return null;
  const issuer = URL.canParse(text) ? new URL(text) : null;
  if (issuer === null || !/^https?:$/.test(issuer.protocol) || !isBare(issuer)) {
    faults.push(
      'OIDC_ISSUER must be the https address of the provider, as its discovery document names it, without user, password or query.',
    );
    return null;
  }
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) {
    faults.push('OIDC_ISSUER must be https outside this machine, because it decides who is let in.');
  }
  if (/[<>]|%3c/i.test(text))
    faults.push('OIDC_ISSUER still has a placeholder; put your own value in its place.');
  if (issuer.pathname.endsWith('/.well-known/openid-configuration'))
    faults.push('OIDC_ISSUER must be without /.well-known/openid-configuration; the console adds that.');
  // Microsoft's shared issuers accept accounts of every tenant.
  const tenant = issuer.pathname.split('/')[1] ?? '';
  if (microsoft.test(issuer.hostname) && manyTenants.has(tenant.toLowerCase())) {
    faults.push(`OIDC_ISSUER must name your own tenant in place of "${tenant}", which stands for many.`);
  }
  if (clientId === undefined) return null;
  return {
    issuer,
    clientId,
    clientSecret: set.OIDC_CLIENT_SECRET,
    rolesClaim: set.OIDC_ROLES_CLAIM ?? 'roles',
    secretExpires: set.OIDC_SECRET_EXPIRES ?? null,
  };
}

/** Adds to `faults` each setting that opens the console too far for its sign-in. */
export function checkReach(set: Environment, { host, real, signIn }: Reach, faults: string[]): void {
  const publicUrl =
    set.PUBLIC_URL !== undefined && URL.canParse(set.PUBLIC_URL) ? new URL(set.PUBLIC_URL) : null;
  if (publicUrl !== null && (!isBare(publicUrl) || publicUrl.pathname !== '/'))
    faults.push(
      'PUBLIC_URL must be an origin only, such as https://console.example.com, without path or query.',
    );
  const hostOutside = !isLoopback(host);
  const publicOutside = publicUrl !== null && !isLoopback(publicUrl.hostname);
  if (real && signIn === 'demo') {
    const why = 'while demo sign-in guards a real service, because anyone may choose to be administrator.';
    if (set.TRUST_PROXY === 'true') faults.push(`TRUST_PROXY must be false ${why}`);
    if (hostOutside) faults.push(`HOST must be a loopback address such as 127.0.0.1 ${why}`);
    if (publicOutside) faults.push(`PUBLIC_URL must name a loopback host such as localhost ${why}`);
    return;
  }
  if ((hostOutside || publicOutside) && publicUrl?.protocol !== 'https:') {
    faults.push(
      'PUBLIC_URL must be the https address people use, because the console is reachable from outside this machine.',
    );
  }
}
