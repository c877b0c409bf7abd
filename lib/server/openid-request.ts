import 'server-only';
import type { CustomFetchOptions } from 'openid-client';
import { request, type Dispatcher } from 'undici';
import { readBounded } from './bounded-body';

const mostBytes = 1024 * 1024;

/** The fetch of openid-client: one try, limited in time and memory, without redirects. @throws any error of it. */
export async function openidRequest(
  address: string | URL,
  { method, headers, body }: CustomFetchOptions,
  how: { signal: AbortSignal; dispatcher?: Dispatcher },
): Promise<Response> {
  const answer = await request(address, {
    ...how,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: { ...headers, 'accept-encoding': 'identity' },
    body: body instanceof URLSearchParams ? body.toString() : null, // openid-client sends forms only
  });
  const bytes = await readBounded(answer.body as AsyncIterable<Uint8Array>, mostBytes); // undici streams bytes
  const answered = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value ?? []].flat()) answered.append(name, one);
  }
  const hasBody = ![204, 205, 304].includes(answer.statusCode);
  return new Response(hasBody ? new Uint8Array(bytes) : null, {
    status: answer.statusCode,
    headers: answered,
  });
}
