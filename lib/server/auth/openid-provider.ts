import 'server-only';
import * as client from 'openid-client';
import type { OidcSettings } from '@/lib/server/config/sign-in-settings';
import type { Database } from '@/lib/server/db/database';
import { nameClaimed, rolesClaimed } from './token-claims';
import { ProviderDiscovery } from './provider-discovery';
import { refusesClient, signInErrorOf } from './provider-error';
import { providerFetch } from './provider-fetch';
import type { Identity } from './person-store';
import { SignInError } from './sign-in-error';
import { SignInFlows, type SignInFlow } from './sign-in-flows';
import { newToken } from './token';

interface ProviderParts {
  now?: () => number;
  timeoutMs?: number;
}

interface BeginRequest {
  returnPath: string;
  /** `choose` makes the provider ask for an account. */
  account: 'choose' | undefined;
  browserToken: string | null;
}

type SecretMethod = 'client_secret_post' | 'client_secret_basic';

const clockToleranceSeconds = 30;

/**
 * OpenID Connect with PKCE, state and nonce; each sign-in reads the signing keys anew, so a withdrawn key fails at
 * once.
 */
export class OpenIdProvider {
  readonly #settings: OidcSettings;
  readonly #redirectUri: URL;
  readonly #flows: SignInFlows;
  readonly #discovery: ProviderDiscovery;
  readonly #timeoutMs: number;
  /** The way of sending the secret that the provider last accepted. */
  #method: SecretMethod | null = null;

  constructor(settings: OidcSettings, publicUrl: URL, database: Database, parts: ProviderParts = {}) {
    this.#settings = settings;
    this.#redirectUri = new URL('/api/session/oidc/callback', publicUrl);
    this.#flows = new SignInFlows(database);
    this.#timeoutMs = parts.timeoutMs ?? 10_000;
    this.#discovery = new ProviderDiscovery(settings, this.#timeoutMs, parts.now);
  }

  /** Reads the provider's document. @throws SignInError `unreachable`. */
  async check(): Promise<void> {
    await this.#discovery.metadata();
  }

  /** Begins a sign-in. @returns the provider's address and the sign-in cookie. @throws SignInError `unreachable`. */
  async start({ returnPath, account, browserToken }: BeginRequest): Promise<{
    address: URL;
    browserToken: string;
  }> {
    const configuration = this.#configuration(await this.#discovery.metadata(), client.None());
    const state = newToken();
    const nonce = newToken();
    const codeVerifier = client.randomPKCECodeVerifier();
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri.href,
      scope: 'openid profile',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(account === 'choose' && { prompt: 'select_account' }),
    });
    const token = browserToken !== null && /^[\w-]{43}$/.test(browserToken) ? browserToken : newToken();
    await this.#flows.add({ state, browserToken: token }, { nonce, codeVerifier, returnPath });
    return { address, browserToken: token };
  }

  /** Ends a sign-in. @returns `isLast`: this browser has no other one. @throws SignInError except `too-many`. */
  async finish({ query, browserToken }: { query: URLSearchParams; browserToken: string | null }): Promise<{
    identity: Identity;
    returnPath: string;
    isLast: boolean;
  }> {
    const [state, ...more] = query.getAll('state');
    if ([...query.keys()].length === 0)
      throw new SignInError('expired', 'The callback was opened by itself.');
    if (!state || more.length > 0) throw new SignInError('refused', 'The answer has no state, or several.');
    const flow = browserToken === null ? null : await this.#flows.take({ state, browserToken });
    if (browserToken === null || flow === null) {
      throw new SignInError('expired', 'There is no such sign-in under way in this browser.');
    }
    try {
      const identity = await this.#identify(query, state, flow);
      const isLast = !(await this.#flows.hasMore(browserToken));
      return { identity, returnPath: flow.returnPath, isLast };
    } catch (error) {
      const own = [state, flow.nonce, flow.codeVerifier, browserToken, this.#settings.clientSecret];
      throw signInErrorOf(error, { secrets: [...own, ...query.getAll('code')], returnPath: flow.returnPath });
    }
  }

  async #identify(query: URLSearchParams, state: string, flow: SignInFlow): Promise<Identity> {
    const metadata = await this.#discovery.metadata();
    const back = new URL(`?${query.toString()}`, this.#redirectUri);
    const { tokens, configuration } = await this.#redeem(metadata, back, state, flow);
    const claims = tokens.claims();
    if (!claims || !/^[^\p{Cc}]{1,255}$/u.test(claims.sub))
      throw new SignInError('refused', 'The ID token names nobody.', { code: 'sub' });
    const { rolesClaim, issuer } = this.#settings;
    const isThin = rolesClaimed(claims, rolesClaim) === undefined || nameClaimed(claims) === undefined;
    const more =
      isThin && metadata.userinfo_endpoint !== undefined
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
    return {
      issuer: issuer.href,
      subject: claims.sub,
      name: nameClaimed(claims) ?? nameClaimed(more) ?? claims.sub,
      roles: rolesClaimed(claims, rolesClaim) ?? rolesClaimed(more, rolesClaim) ?? [],
    };
  }

  /** Redeems the code. Some providers do not announce how they take the secret, so both ways are tried. */
  async #redeem(metadata: client.ServerMetadata, back: URL, state: string, flow: SignInFlow) {
    const ask = async (proof: client.ClientAuth) => {
      const configuration = this.#configuration(metadata, proof);
      const tokens = await client.authorizationCodeGrant(configuration, back, {
        expectedState: state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.codeVerifier,
        idTokenExpected: true,
      });
      return { tokens, configuration };
    };
    const { clientSecret } = this.#settings;
    if (clientSecret === undefined) return ask(client.None());
    const proofs = {
      client_secret_post: client.ClientSecretPost(clientSecret),
      client_secret_basic: client.ClientSecretBasic(clientSecret),
    };
    const listed = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    const first = this.#method ?? (listed ? 'client_secret_post' : 'client_secret_basic');
    const other = first === 'client_secret_post' ? 'client_secret_basic' : 'client_secret_post';
    return ask(proofs[first]).catch(async (error: unknown) => {
      if (!refusesClient(error)) throw error;
      const redeemed = await ask(proofs[other]);
      this.#method = other;
      return redeemed;
    });
  }

  /** A configuration holds the provider's keys, so each sign-in gets a new one. */
  #configuration(metadata: client.ServerMetadata, proof: client.ClientAuth): client.Configuration {
    const known = { [client.clockTolerance]: clockToleranceSeconds };
    const configuration = new client.Configuration(metadata, this.#settings.clientId, known, proof);
    configuration.timeout = this.#timeoutMs / 1_000;
    configuration[client.customFetch] = providerFetch(this.#timeoutMs);
    client.enableNonRepudiationChecks(configuration);
    if (this.#settings.issuer.protocol === 'http:') client.allowInsecureRequests(configuration);
    return configuration;
  }
}
