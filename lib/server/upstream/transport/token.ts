import 'server-only';
import * as client from 'openid-client';
import { Agent } from 'undici';
import type { ConnectionAuth } from '@/lib/server/upstream/settings';
import { openidRequest } from '@/lib/server/openid-request';
import { Refreshing } from '@/lib/server/refreshing';
import { unlessAborted, withDeadline } from '@/lib/server/until';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { networkMessage } from '@/lib/server/upstream/errors/exchange-errors';
import { retryMs } from './retry';

export interface Credentials {
  /** Waits only without a usable token. @throws UpstreamError. */
  header(signal: AbortSignal): Promise<string | null>;
  /** Asks for a new token now; false where none is issued. @throws UpstreamError. */
  renew(signal: AbortSignal): Promise<boolean>;
  /** The usable value now, or null. */
  atHand(): string | null;
  /** Forgets a value that the service refused; false when there can be no better one. */
  refused(header: string | null): boolean;
  close(): Promise<void>;
}

interface Clocks {
  monotonic: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
}

/** @param tokenLimitMs time to issue a token, all tries included. */
export function credentialsOf(
  auth: ConnectionAuth,
  clocks: Clocks,
  tokenLimitMs = usualTokenLimitMs,
): Credentials {
  if (auth.mode === 'client-credentials') return new TokenCredentials(auth, clocks, tokenLimitMs);
  const value = fixedHeader(auth);
  return {
    header: () => Promise.resolve(value),
    renew: () => Promise.resolve(false),
    atHand: () => value,
    refused: () => false,
    close: () => Promise.resolve(),
  };
}

function fixedHeader(auth: Exclude<ConnectionAuth, { mode: 'client-credentials' }>): string | null {
  if (auth.mode === 'none') return null;
  if (auth.mode === 'bearer') return `Bearer ${auth.token}`;
  return `Basic ${Buffer.from(`${auth.username}:${auth.password}`, 'utf8').toString('base64')}`;
}

interface Token {
  header: string;
  lifeMs: number;
}

const usualTokenLimitMs = 30_000;
const tokenAttempts = 3;
const defaultLifeSeconds = 300;
/** Pause after a failed renewal while the old token still works. */
const renewalPauseMs = 5_000;

class TokenCredentials implements Credentials {
  readonly #agent = new Agent({ connections: 1, connect: { timeout: 10_000 } });
  readonly #closed = new AbortController();
  readonly #token: Refreshing<Token>;

  constructor(
    readonly auth: Extract<ConnectionAuth, { mode: 'client-credentials' }>,
    readonly clocks: Clocks,
    readonly limitMs: number,
  ) {
    this.#token = new Refreshing({
      read: () => withDeadline((signal) => this.#fetch(signal), this.limitMs, this.#closed.signal),
      freshMs: ({ lifeMs }) => lifeMs - Math.min(60_000, lifeMs / 5),
      pauseMs: () => renewalPauseMs,
      now: clocks.monotonic,
    });
  }

  async header(signal: AbortSignal): Promise<string> {
    const header = this.atHand();
    if (header === null) return (await unlessAborted(this.#token.refresh(), signal)).header;
    // The old token still works, so the request does not wait for the sign-in service.
    this.#token.refreshIfDue();
    return header;
  }

  async renew(signal: AbortSignal): Promise<boolean> {
    await unlessAborted(this.#token.refresh(), signal);
    return true;
  }

  atHand(): string | null {
    const { current, ageMs } = this.#token;
    return current !== null && ageMs < current.lifeMs ? current.header : null;
  }

  refused(header: string | null): boolean {
    if (this.#token.current?.header === header) this.#token.forget();
    return true;
  }

  async close(): Promise<void> {
    this.#closed.abort(new DOMException('The connection was closed.', 'AbortError'));
    await this.#agent.destroy();
  }

  async #fetch(signal: AbortSignal): Promise<Token> {
    for (let attempt = 1; ; attempt++) {
      try {
        return tokenFrom(await this.#ask(signal));
      } catch (error) {
        const isAway = error instanceof UpstreamError && error.code === 'service-unavailable';
        if (!isAway || attempt >= tokenAttempts || signal.aborted) throw error;
        await this.clocks.sleep(retryMs(attempt, this.clocks.random), signal).catch(() => {
          throw error;
        });
      }
    }
  }

  async #ask(signal: AbortSignal): Promise<client.TokenEndpointResponse> {
    const { clientId, clientSecret, scope, tokenUrl } = this.auth;
    const url = new URL(tokenUrl);
    const server = { issuer: url.origin, token_endpoint: url.href };
    const proof = client.ClientSecretPost(clientSecret);
    const configuration = new client.Configuration(server, clientId, undefined, proof);
    if (url.protocol === 'http:') client.allowInsecureRequests(configuration);
    let status: number | null = null;
    let networkError: unknown;
    configuration[client.customFetch] = async (address, options) => {
      try {
        const answer = await openidRequest(address, options, { signal, dispatcher: this.#agent });
        status = answer.status;
        answer.headers.delete('www-authenticate'); // the body says more
        return answer;
      } catch (error) {
        networkError = error;
        throw error;
      }
    };
    try {
      return await client.clientCredentialsGrant(configuration, { scope });
    } catch (error) {
      throw tokenError(error, status, networkError);
    }
  }
}

function tokenFrom(answer: client.TokenEndpointResponse): Token {
  const { access_token: token, token_type: type, expires_in: seconds = 0 } = answer;
  // A header can carry no other characters.
  if (!/^[\x21-\x7e]+$/.test(token) || type !== 'bearer') throw noToken();
  return { header: `Bearer ${token}`, lifeMs: (seconds > 0 ? seconds : defaultLifeSeconds) * 1000 };
}

function noToken(): UpstreamError {
  return new UpstreamError({
    kind: 'shape',
    code: 'service-malformed',
    userMessage:
      'The sign-in service answered, but not with a bearer token. Check the token address in the settings of this connection.',
    executed: 'no',
  });
}

/** @param status null without an answer; `networkError` then says why. */
function tokenError(error: unknown, status: number | null, networkError: unknown): UpstreamError {
  if (status === null || status === 429 || status >= 500) {
    return new UpstreamError({
      kind: status === null ? 'network' : 'http',
      code: 'service-unavailable',
      status,
      userMessage: `No token could be had for the service. ${
        status === null
          ? networkMessage(networkError, 'sign-in service')
          : `The sign-in service could not answer (status ${String(status)}).`
      } Nothing was sent to the service. Check the token address in the settings of this connection, and the way there.`,
      executed: 'no',
    });
  }
  if (status === 200) return noToken();
  const said = error instanceof client.ResponseBodyError ? error : null;
  // A description may repeat a secret; only numbers and fixed words pass.
  const number = /AADSTS\d{1,8}/.exec(said?.error_description ?? '')?.[0];
  const word = /^[a-z_]{1,40}$/.exec(said?.error ?? '')?.[0];
  return new UpstreamError({
    kind: 'http',
    code: 'service-refused-credentials',
    status,
    serviceCode: number ?? word ?? null,
    userMessage:
      `The sign-in service refused to issue a token (${number ?? word ?? `status ${String(status)}`}). ` +
      'Check the client ID, client secret, scope and token address in the settings of this connection.',
    executed: 'no',
  });
}
