import 'server-only';
import { Agent, request } from 'undici';
import { DeliveryError } from './delivery-error';
import { fencedLookup, literalFault, notReachable } from './public-addresses';

interface Post {
  headers: Record<string, string>;
  signal: AbortSignal;
  allowsPrivate: boolean;
}

/** The rest of an answer is not read. */
const mostAnswerBytes = 64 * 1024;

/** Sends a body by POST and follows no redirect. @throws DeliveryError unless the answer is a 2xx. */
export async function postJson(
  address: string,
  body: string,
  { headers, signal, allowsPrivate }: Post,
): Promise<void> {
  const fault = literalFault(address, allowsPrivate); // no name is looked up
  if (fault !== null) throw new DeliveryError(fault);
  const agent = new Agent({
    connect: { lookup: fencedLookup(allowsPrivate) },
    maxHeaderSize: 16 * 1024,
    pipelining: 0, // a connection of its own
  });
  try {
    const answer = await request(address, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': 'mem-console', ...headers },
      body,
      signal,
    });
    answer.body.on('error', () => undefined); // the status has said it all
    await answer.body.dump({ limit: mostAnswerBytes, signal }).catch(() => undefined);
    const { statusCode } = answer;
    if (statusCode >= 200 && statusCode < 300) return;
    throw new DeliveryError(statusWords(statusCode));
  } catch (error) {
    throw error instanceof DeliveryError ? error : new DeliveryError(failureWords(error));
  } finally {
    void agent.destroy();
  }
}

function statusWords(status: number): string {
  const code = String(status);
  if (status >= 300 && status < 400)
    return `It answered ${code}, a redirect to another address, which is not followed. Give the final address.`;
  if (status === 401 || status === 403) return `It answered ${code}: it does not accept the sender.`;
  if (status === 404 || status === 410) return `It answered ${code}: there is no such address.`;
  if (status === 429) return `It answered ${code}: too many messages at the moment.`;
  return `It answered ${code}.`;
}

function failureWords(error: unknown): string {
  const {
    code = '',
    name = '',
    message = '',
  } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code === notReachable) return message;
  if (name === 'TimeoutError' || name === 'AbortError' || code.includes('TIMEOUT') || code === 'ETIMEDOUT')
    return 'It did not answer in time.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of its host is not known.';
  if (code === 'ECONNREFUSED') return 'It refused the connection.';
  if (/CERT|SIGNATURE|SSL|TLS|ERR_OSSL|EPROTO/.test(code))
    return 'Its certificate is not valid for this address, or not trusted.';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET')
    return 'It closed the connection without an answer.';
  if (name === 'HTTPParserError' || code.startsWith('UND_ERR_')) return 'Its answer is not valid HTTP.';
  return 'It could not be reached.';
}
