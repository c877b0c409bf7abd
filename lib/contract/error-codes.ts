/** The closed list of error codes and the HTTP status each one travels with. */
export const errorStatus = {
  'invalid-request': 400,
  'signed-out': 401,
  forbidden: 403,
  'bad-origin': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'idempotency-mismatch': 422,
  rejected: 422,
  'rate-limited': 429,
  internal: 500,
  'service-refused-credentials': 502,
  'service-forbidden': 502,
  'service-not-found': 502,
  'service-malformed': 502,
  'service-unavailable': 503,
  'service-throttled': 503,
  'ledger-unavailable': 503,
  'service-timeout': 504,
} as const;

/** A code of the closed list. */
export type ErrorCode = keyof typeof errorStatus;

/** Whether the question is not accepted, or not from this person, so that asking it again cannot help. */
export function isForGood(code: string | undefined): boolean {
  return code === 'invalid-request' || code === 'forbidden';
}
