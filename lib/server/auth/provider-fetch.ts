import 'server-only';
import type { CustomFetch } from 'openid-client';
import { request } from 'undici';
import { SignInError } from './sign-in-error';

/** More than any document of OpenID Connect needs. */
const mostBytes = 1024 * 1024;

/**
 * How the provider is asked: one try, bounded in time and memory, redirects not followed.
 * @param timeoutMs for one request, its whole answer included.
 * @throws SignInError `unreachable` when no whole answer comes, or one that says the provider itself has failed.
 */
export function providerFetch(timeoutMs: number): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { host, pathname } = new URL(address);
    const asked = `The provider (${host}${pathname})`;
    const answer = await exchange(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: body instanceof URLSearchParams ? body.toString() : null, // openid-client sends forms only
      timeoutMs,
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message || error.name : 'no reason was given';
      throw new SignInError('unreachable', `${asked} gave no whole answer: ${reason}`, { code: 'network' });
    });
    if (answer.status < 500 && answer.status !== 429) return answer;
    throw new SignInError('unreachable', `${asked} answered with status ${String(answer.status)}.`, {
      code: `http-${String(answer.status)}`,
    });
  };
}

interface Exchange {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | null;
  timeoutMs: number;
}

async function exchange(address: string, { timeoutMs, ...sent }: Exchange): Promise<Response> {
  const answer = await request(address, { ...sent, signal: AbortSignal.timeout(timeoutMs) });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    const bytes = chunk as Uint8Array; // what undici's body stream carries
    size += bytes.length;
    if (size > mostBytes) throw new Error(`it is longer than ${String(mostBytes)} bytes`);
    chunks.push(bytes);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const hasBody = ![204, 205, 304].includes(answer.statusCode);
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status: answer.statusCode, headers });
}
