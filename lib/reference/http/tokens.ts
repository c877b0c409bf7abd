import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ReferenceAuth } from '@/lib/reference/options';
import type { Answer } from './answer';
import type { Counters } from './counters';

function refuse(status: number, error: string, description: string): Answer {
  return json(status, { error, error_description: description });
}

function json(status: number, body: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}

/** Answers the token endpoint: a client-credentials form brings a token, anything else an OAuth error. */
export function answerToken(
  body: string,
  contentType: string,
  tokens: TokenStore,
  counters: Counters,
): Answer {
  const { auth } = tokens;
  if (auth.mode !== 'bearer')
    return refuse(400, 'invalid_request', 'This service issues tokens in bearer mode only.');
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    return refuse(400, 'invalid_request', 'The body must be a form (application/x-www-form-urlencoded).');
  }
  const form = new URLSearchParams(body);
  const field = (name: string): string => form.get(name) ?? '';
  if (field('grant_type') !== 'client_credentials') {
    return refuse(400, 'unsupported_grant_type', 'The only grant_type is client_credentials.');
  }
  if (field('scope') === '') return refuse(400, 'invalid_scope', 'The field scope is missing.');
  if (!sameText(field('client_id'), auth.clientId)) {
    return refuse(400, 'unauthorized_client', 'There is no application with this client_id.');
  }
  if (!sameText(field('client_secret'), auth.clientSecret)) {
    return refuse(401, 'invalid_client', 'The client secret is not right.');
  }
  const { token, seconds } = tokens.issue();
  counters.tokenIssued();
  return json(200, {
    token_type: 'Bearer',
    expires_in: seconds,
    ext_expires_in: seconds,
    access_token: token,
  });
}

/** Compares two texts in a time that does not tell where they differ. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** The tokens that were issued and still live. */
export class TokenStore {
  private readonly ends = new Map<string, number>();

  constructor(readonly auth: ReferenceAuth) {}

  /** Issues a token; `seconds` is its life. */
  issue(): { token: string; seconds: number } {
    const seconds = this.auth.mode === 'bearer' ? (this.auth.tokenSeconds ?? 3599) : 3599;
    const token = randomBytes(32).toString('base64url');
    for (const [old, end] of this.ends) if (end <= Date.now()) this.ends.delete(old);
    this.ends.set(token, Date.now() + seconds * 1000);
    return { token, seconds };
  }

  /** Ends every issued token at once; returns how many there were. The static token stays. */
  expireAll(): number {
    const count = this.ends.size;
    this.ends.clear();
    return count;
  }

  /** Whether an Authorization header opens the door. */
  accepts(header: string | undefined): boolean {
    const { auth } = this;
    if (auth.mode === 'none') return true;
    const match = /^(\w+) +(\S+)$/.exec(header ?? '');
    const scheme = match?.[1]?.toLowerCase() ?? '';
    const value = match?.[2] ?? '';
    if (auth.mode === 'basic') {
      const given = Buffer.from(value, 'base64').toString();
      return scheme === 'basic' && sameText(given, `${auth.username}:${auth.password}`);
    }
    if (scheme !== 'bearer') return false;
    if (auth.staticToken !== undefined && sameText(value, auth.staticToken)) return true;
    return (this.ends.get(value) ?? 0) > Date.now();
  }

  /** The WWW-Authenticate header of a refusal. */
  challenge(): string {
    return this.auth.mode === 'basic' ? 'Basic realm="reference"' : 'Bearer realm="reference"';
  }
}
