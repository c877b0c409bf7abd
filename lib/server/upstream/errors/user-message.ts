import 'server-only';

const longestMessage = 500;
const correlation =
  /\s*CorrelationId:?\s*([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\s*\.?/i;
// C0, DEL, C1, line separators and bidirectional overrides could forge a log line or disturb a page.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;
const addresses = /\bhttps?:\/\/[^\s"'<>]+/gi;

export function correlationIdIn(message: string): string | null {
  return correlation.exec(message)?.[1] ?? null;
}

/** A message as one line of at most 500 characters, without ids, addresses, secrets and control characters. */
export function plainMessage(message: string, secrets: readonly string[] = []): string {
  let text = message.slice(0, 20 * longestMessage);
  // A shorter secret would also remove ordinary words.
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '[removed]');
  text = text
    .replace(correlation, '')
    .replace(addresses, '[address]')
    .replace(controls, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = text.length <= longestMessage ? text : `${text.slice(0, longestMessage - 1).trimEnd()}…`;
  return short.replace(/\p{Surrogate}/gu, ''); // PostgreSQL refuses half of a pair
}

export function requestIdOf(header: string | null): string | null {
  return header !== null && /^[\w.:-]{1,100}$/.test(header) ? header : null;
}
