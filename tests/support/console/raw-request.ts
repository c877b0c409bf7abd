import { strictEqual } from 'node:assert';
import { once } from 'node:events';
import { request as open, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { problemSchema, type Problem } from '@/lib/contract/errors';
import type { Role } from '@/lib/contract/session/roles';

/** What is asked, byte for byte: no client puts the address right, follows a redirect or adds a header. */
export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  /** One text is sent with its length; several go out one by one, chunked. */
  body?: string | string[];
  /** Of a success that does not end by itself: hangs up so many milliseconds after its head. */
  hangUpMs?: number;
}

/** An answer as it came. */
export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends one HTTP request. @param path as it stands in the first line, such as `/%zz` or `//host/`. */
export async function ask(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body, hangUpMs }: Ask = {},
): Promise<Answered> {
  const { hostname, port } = new URL(origin);
  const length = typeof body === 'string' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const outgoing = open({
    hostname,
    port,
    path,
    method,
    headers: { ...length, ...headers },
    agent: false,
  });
  const answered = once(outgoing, 'response');
  // A server may answer and hang up before it has taken the whole body.
  outgoing.on('error', () => undefined);
  for (const chunk of Array.isArray(body) ? body : []) outgoing.write(chunk);
  outgoing.end(typeof body === 'string' ? body : undefined);
  const [response] = (await answered) as [IncomingMessage]; // what the event carries
  if (hangUpMs !== undefined && response.statusCode === 200) setTimeout(() => response.destroy(), hangUpMs);
  let content = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) content += chunk as string; // as the encoding says
  } catch {
    // Cut off, by the server or by us: what came counts.
  }
  return { status: response.statusCode ?? 0, headers: response.headers, text: content };
}

/** Headers of a body in JSON. */
export const json = { 'content-type': 'application/json' };

/** The problem document of an answer, which is one. */
export function problemIn(answer: Answered): Problem {
  strictEqual(answer.headers['content-type'], 'application/problem+json', answer.text);
  return problemSchema.parse(JSON.parse(answer.text));
}

/** The first cookie that an answer sets, as a browser sends it back. */
export function cookieIn({ headers }: Answered): string {
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** Signs in by demo from some address, as a proxy tells it; the session's cookie. */
export async function signInFrom(url: string, role: Role, from = '198.51.100.1'): Promise<string> {
  const answer = await ask(url, '/api/session/demo', {
    method: 'POST',
    headers: { ...json, origin: url, 'x-forwarded-for': from },
    body: JSON.stringify({ role }),
  });
  strictEqual(answer.status, 200, answer.text);
  return cookieIn(answer);
}
