import 'server-only';
import { Agent } from 'undici';
import type { ConnectionAuth } from './connection';
import { largest } from './body';
import { unlessAborted } from './deadline';
import { UpstreamError } from './errors';
import { exchange, ExchangeFault } from './exchange';
import type { WireAnswer } from './exchange';
import { backoffMs } from './retry';

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
  refreshAt: number;
  expiresAt: number;
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
  #token: Token | null = null;
  #fetching: Promise<Token> | null = null;
  #renewAt = 0;

  constructor(
    readonly auth: Extract<ConnectionAuth, { mode: 'client-credentials' }>,
    readonly clocks: Clocks,
  ) {}

  async header(signal: AbortSignal): Promise<string> {
    const now = this.clocks.monotonic();
    const token = this.#token;
    if (token === null || now >= token.expiresAt)
      return (await unlessAborted(this.#fetchOnce(), signal)).header;
    // A sign-in service that is slow or away does no harm while the old token still works.
    if (now >= token.refreshAt && now >= this.#renewAt)
      this.#fetchOnce().catch(() => (this.#renewAt = this.clocks.monotonic() + renewalPauseMs));
    return token.header;
  }

  atHand(): string | null {
    return this.#token !== null && this.clocks.monotonic() < this.#token.expiresAt
      ? this.#token.header
      : null;
  }

  refused(header: string | null): boolean {
    if (this.#token?.header === header) this.#token = null;
    return true;
  }

  async close(): Promise<void> {
    this.#closed.abort(new DOMException('The connection was closed.', 'AbortError'));
    await this.#agent.destroy();
  }

  /** Single flight: everyone who needs a token waits for the same request. */
  #fetchOnce(): Promise<Token> {
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = null));
    return this.#fetching;
  }

  async #fetch(): Promise<Token> {
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(tokenDeadlineMs)]);
    for (let attempt = 1; ; attempt++) {
      const startedAt = this.clocks.monotonic();
      const answer = await this.#ask(signal);
      if (answer?.status === 200) return (this.#token = tokenFrom(answer.body, startedAt));
      const worthAnother = answer === null || answer.status === 429 || answer.status >= 500;
      if (!worthAnother || attempt >= tokenAttempts || signal.aborted) throw refusal(answer);
      await this.clocks.sleep(backoffMs(attempt, this.clocks.random), signal).catch(() => {
        throw refusal(answer);
      });
    }
  }

  /** One request for a token; null when the sign-in service cannot be reached. */
  async #ask(signal: AbortSignal): Promise<WireAnswer | null> {
    const { clientId, clientSecret, scope, tokenUrl } = this.auth;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope,
    });
    try {
      return await exchange(this.#agent, {
        method: 'POST',
        url: new URL(tokenUrl),
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: form.toString(),
        maxBytes: largest.small,
        signal,
        now: this.clocks.monotonic,
      });
    } catch (error) {
      if (error instanceof ExchangeFault) return null;
      throw error;
    }
  }
}

/** Refresh a minute before the end, or after four fifths of a short life. */
function tokenFrom(body: Buffer, startedAt: number): Token {
  const answer = parsed(body);
  const token = answer['access_token'];
  const type = answer['token_type'];
  const wrongType = typeof type === 'string' && type.toLowerCase() !== 'bearer';
  // A header cannot carry other characters, and no issuer makes such tokens.
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || wrongType) {
    throw new UpstreamError({
      kind: 'shape',
      code: 'service-malformed',
      sentence:
        'The sign-in service answered, but not with a bearer token. Check the token address in the settings of this connection.',
      executed: 'no',
    });
  }
  const seconds = Number(answer['expires_in'] ?? defaultLifeSeconds);
  const life = (Number.isFinite(seconds) && seconds > 0 ? seconds : defaultLifeSeconds) * 1000;
  const margin = Math.min(60_000, life / 5);
  return { header: `Bearer ${token}`, refreshAt: startedAt + life - margin, expiresAt: startedAt + life };
}

function parsed(body: Buffer): Record<string, unknown> {
  try {
    // JSON.parse gives any; every member is checked by the reader.
    const value = JSON.parse(body.toString('utf8')) as Record<string, unknown> | null;
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function refusal(answer: WireAnswer | null): UpstreamError {
  if (answer === null || answer.status === 429 || answer.status >= 500) {
    return new UpstreamError({
      kind: answer === null ? 'network' : 'http',
      code: 'service-unavailable',
      status: answer?.status ?? null,
      sentence:
        'The sign-in service that issues the console’s tokens could not be reached or did not work. Nothing was sent to the service.',
      executed: 'no',
    });
  }
  const said = parsed(answer.body);
  // Only the numbers and fixed words of the protocol: a description may quote what was sent.
  const number = /AADSTS\d{1,8}/.exec(textOf(said['error_description']))?.[0];
  const word = /^[a-z_]{1,40}$/.exec(textOf(said['error']))?.[0];
  return new UpstreamError({
    kind: 'http',
    code: 'service-refused-credentials',
    status: answer.status,
    serviceCode: number ?? word ?? null,
    sentence:
      `The sign-in service refused to issue a token (${number ?? word ?? `status ${answer.status}`}). ` +
      'Check the client ID, client secret, scope and token address in the settings of this connection.',
    executed: 'no',
  });
}
