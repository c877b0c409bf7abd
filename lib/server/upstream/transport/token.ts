import 'server-only';
import * as client from 'openid-client';
import { Agent } from 'undici';
import type { ConnectionAuth } from '@/lib/server/upstream/connection';
import { Refreshing } from '@/lib/server/refreshing';
import { unlessAborted } from '@/lib/server/until';
import { largest } from './body';
import { UpstreamError } from '@/lib/server/upstream/errors/errors';
import { networkMessage } from '@/lib/server/upstream/errors/faults';
import { exchange, ExchangeFault } from './exchange';
import type { WireAnswer } from './exchange';
import { retryMs } from './retry';

/** Where the Authorization header of a connection comes from. */
export interface Credentials {
  /** The header's value, or null for none. Waits only where no usable token is at hand; then may throw UpstreamError. */
  header(signal: AbortSignal): Promise<string | null>;
  /** The value at hand without waiting: null when there is none or it has run out. */
  atHand(): string | null;
  /** The service refused this value: forget it. False when there is no way to a better one. */
  refused(header: string | null): boolean;
  close(): Promise<void>;
}

interface Clocks {
  monotonic: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
}

/** The credentials of a connection: none, Basic, a fixed bearer, or tokens by client credentials. */
export function credentialsOf(auth: ConnectionAuth, clocks: Clocks): Credentials {
  if (auth.mode === 'client-credentials') return new TokenCredentials(auth, clocks);
  const value = fixedHeader(auth);
  return {
    header: () => Promise.resolve(value),
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

/** Time for one token, retries included. */
const tokenDeadlineMs = 30_000;
const tokenAttempts = 3;
const defaultLifeSeconds = 300;
/** After a failed renewal of a token that still works, in ms. */
const renewalPauseMs = 5_000;

class TokenCredentials implements Credentials {
  readonly #agent = new Agent({ connections: 1, connect: { timeout: 10_000 } });
  readonly #closed = new AbortController();
  readonly #token: Refreshing<Token>;

  constructor(
    readonly auth: Extract<ConnectionAuth, { mode: 'client-credentials' }>,
    readonly clocks: Clocks,
  ) {
    this.#token = new Refreshing({
      read: () => this.#fetch(),
      freshMs: ({ lifeMs }) => lifeMs - Math.min(60_000, lifeMs / 5),
      pauseMs: () => renewalPauseMs,
      now: clocks.monotonic,
    });
  }

  async header(signal: AbortSignal): Promise<string> {
    const header = this.atHand();
    if (header === null) return (await unlessAborted(this.#token.refresh(), signal)).header;
    // A sign-in service that is slow or away does no harm while the old token still works.
    this.#token.refreshIfDue();
    return header;
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

  async #fetch(): Promise<Token> {
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(tokenDeadlineMs)]);
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

  /** One request for a token. */
  async #ask(signal: AbortSignal): Promise<client.TokenEndpointResponse> {
    const { clientId, clientSecret, scope, tokenUrl } = this.auth;
    const url = new URL(tokenUrl);
    const server = { issuer: url.origin, token_endpoint: url.href };
    const proof = client.ClientSecretPost(clientSecret);
    const configuration = new client.Configuration(server, clientId, undefined, proof);
    if (url.protocol === 'http:') client.allowInsecureRequests(configuration);
    let answer: WireAnswer | null = null;
    let fault: unknown;
    configuration[client.customFetch] = async (_, { headers, body }) => {
      answer = await exchange(this.#agent, {
        method: 'POST',
        url,
        headers,
        body: body instanceof URLSearchParams ? body.toString() : '', // openid-client sends forms only
        maxBytes: largest.small,
        signal,
        now: this.clocks.monotonic,
      }).catch((error: unknown) => {
        fault = error;
        throw error;
      });
      const hasBody = ![204, 205, 304].includes(answer.status);
      return new Response(hasBody ? answer.body.toString('utf8') : null, {
        status: answer.status,
        headers: { 'content-type': answer.header('content-type') ?? '' },
      });
    };
    try {
      return await client.clientCredentialsGrant(configuration, { scope });
    } catch (error) {
      throw tokenError(error, answer, fault);
    }
  }
}

function tokenFrom(answer: client.TokenEndpointResponse): Token {
  const { access_token: token, token_type: type, expires_in: seconds = 0 } = answer;
  // A header cannot carry other characters, and no issuer makes such tokens.
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

/** What a failure of openid-client means; `answer` is null where none came, and `fault` then says why. */
function tokenError(error: unknown, answer: WireAnswer | null, fault: unknown): UpstreamError {
  if (answer === null || answer.status === 429 || answer.status >= 500) {
    return new UpstreamError({
      kind: answer === null ? 'network' : 'http',
      code: 'service-unavailable',
      status: answer?.status ?? null,
      userMessage: `No token could be had for the service. ${
        answer === null
          ? networkMessage(fault instanceof ExchangeFault ? fault.cause : fault, 'sign-in service')
          : `The sign-in service could not answer (status ${String(answer.status)}).`
      } Nothing was sent to the service. Check the token address in the settings of this connection, and the way there.`,
      executed: 'no',
    });
  }
  if (answer.status === 200) return noToken();
  const said = error instanceof client.ResponseBodyError ? error : null;
  // Only the numbers and fixed words of the protocol: a description may quote what was sent.
  const number = /AADSTS\d{1,8}/.exec(said?.error_description ?? '')?.[0];
  const word = /^[a-z_]{1,40}$/.exec(said?.error ?? '')?.[0];
  return new UpstreamError({
    kind: 'http',
    code: 'service-refused-credentials',
    status: answer.status,
    serviceCode: number ?? word ?? null,
    userMessage:
      `The sign-in service refused to issue a token (${number ?? word ?? `status ${answer.status}`}). ` +
      'Check the client ID, client secret, scope and token address in the settings of this connection.',
    executed: 'no',
  });
}
