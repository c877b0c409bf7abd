import 'server-only';
import { createHmac } from 'node:crypto';
import { idOf, type Message } from './message';

/** A message as CloudEvents 1.0 in structured JSON. `source` and `id` together name it; a repeat has the same ones. */
export function cloudEvent(message: Message, link: string, source: URL) {
  const { number, kind, connection, at, title, text, facts, isOver = false } = message;
  return {
    specversion: '1.0',
    id: idOf(message),
    source: source.origin,
    type: `mem-console.${kind}`,
    time: at,
    ...(connection !== null && { subject: connection }),
    datacontenttype: 'application/json',
    data: { number, title, text, link, facts, over: isOver },
  };
}

/**
 * Headers by which a receiver proves who sent a message and that it is new (the Standard Webhooks scheme):
 * HMAC-SHA256 over `<id>.<seconds since 1970>.<body>`, in base64. A secret that begins with `whsec_` is base64.
 */
export function signatureHeaders(
  id: string,
  body: string,
  secret: string | null,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const headers = { 'Webhook-Id': id, 'Webhook-Timestamp': timestamp };
  if (secret === null) return headers;
  const key = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice(6), 'base64')
    : Buffer.from(secret, 'utf8');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { ...headers, 'Webhook-Signature': `v1,${signature}` };
}
