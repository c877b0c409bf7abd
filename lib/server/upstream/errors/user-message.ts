import 'server-only';

const longestMessage = 500;
const correlation =
  /\s*CorrelationId:?\s*([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\s*\.?/i;
// C0, DEL, C1, line and paragraph separators, bidirectional overrides: none may shape a log line or a page.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;
const addresses = /\bhttps?:\/\/[^\s"'<>]+/gi;

/** The correlation id inside a message of the service (`…  CorrelationId:  <guid>.`), or null. */
export function correlationIdIn(message: string): string | null {
  return correlation.exec(message)?.[1] ?? null;
}

/**
 * A message of the service made fit to be shown: correlation id, addresses, the given secrets and control
 * characters removed, at most 500 characters, one line. Empty when nothing is left.
 */
export function plainMessage(message: string, secrets: readonly string[] = []): string {
  let text = message.slice(0, 20 * longestMessage);
  // A short "secret" would blank out ordinary words; the settings refuse such secrets nowhere, so the floor is here.
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '[removed]');
  text = text
    .replace(correlation, '')
    .replace(addresses, '[address]')
    .replace(controls, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = text.length <= longestMessage ? text : `${text.slice(0, longestMessage - 1).trimEnd()}…`;
  return short.replace(/\p{Surrogate}/gu, ''); // half of a pair, by the service or by the cut: PostgreSQL refuses it
}

/** The service's own id of a request (`request-id`), or null when the header holds none that could be copied. */
export function requestIdOf(header: string | null): string | null {
  return header !== null && /^[\w.:-]{1,100}$/.test(header) ? header : null;
}
