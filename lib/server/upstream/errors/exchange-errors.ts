import 'server-only';
import { BodyError } from '@/lib/server/bounded-body';
import { malformed, UpstreamError } from './upstream-error';
import type { ExchangeError } from '@/lib/server/upstream/transport/exchange';

/** The typed error for a broken exchange that neither the deadline nor the caller ended. */
export function errorFromExchange(error: ExchangeError): UpstreamError {
  const { cause, sent } = error;
  const executed = sent ? 'unknown' : 'no';
  if (cause instanceof BodyError && cause.reason === 'too-long')
    return malformed(
      'The service’s answer is far larger than anything the interface describes. It was not used.',
      { executed },
    );
  if (cause instanceof BodyError && cause.reason === 'encoding')
    return malformed('The service’s answer is packed in a way that cannot be unpacked. It was not used.', {
      executed,
    });
  return new UpstreamError({
    kind: 'network',
    code: 'service-unavailable',
    userMessage:
      cause instanceof BodyError
        ? cause.reason === 'no-memory'
          ? 'The console holds as much of the service’s answers as its memory allows. This one was not used.'
          : 'The service’s answer was cut off on the way.'
        : networkMessage(cause, 'service'),
    executed,
    cause,
  });
}

function codeOf(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
  return typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code) ? code : 'no code';
}

export function networkMessage(cause: unknown, who: 'service' | 'sign-in service'): string {
  const code = codeOf(cause);
  if (code === 'ECONNREFUSED') return `The ${who} refused the connection: nothing listens at its address.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name of the ${who}’s host cannot be resolved (${code}).`;
  if (/TIMEOUT|TIMEDOUT|UNREACH/.test(code)) return `No connection to the ${who} could be made (${code}).`;
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return `No trusted encrypted connection to the ${who} could be made (${code}).`;
  if (cause instanceof Error && cause.name === 'TimeoutError') return `The ${who} did not answer in time.`;
  return `The connection to the ${who} broke before the answer was complete.`;
}

/** The deadline passed. @param sent `no token`: the sign-in service had not issued a token. */
export function timedOut(sent: boolean | 'no token'): UpstreamError {
  return new UpstreamError({
    kind: 'timeout',
    code: 'service-timeout',
    userMessage:
      sent === 'no token'
        ? 'The sign-in service that issues the console’s tokens did not answer in time. Nothing was sent to the service.'
        : sent
          ? 'The service did not answer in the time allowed for one request.'
          : 'The request could not be sent in the time allowed: too many others were waiting, or no connection could be made.',
    executed: sent === true ? 'unknown' : 'no',
  });
}

export function stillThrottled(pauseMs: number, last: UpstreamError | null): UpstreamError {
  const seconds = Math.max(1, Math.ceil(pauseMs / 1000));
  return new UpstreamError({
    kind: 'http',
    code: 'service-throttled',
    status: 429,
    serviceCode: last?.serviceCode ?? null,
    userMessage: `The service has had too many requests from this user and asks to wait. Try again in ${seconds} s.`,
    correlationId: last?.correlationId ?? null,
    serviceRequestId: last?.serviceRequestId ?? null,
    executed: 'no',
    retryAfterMs: Math.ceil(pauseMs),
  });
}

/** The caller aborted a POST after it was sent: only a read-back can tell its effect. */
export function abortedAfterSend(cause: unknown): UpstreamError {
  return new UpstreamError({
    kind: 'network',
    code: 'service-unavailable',
    userMessage: 'The change was sent, but the wait for its answer was broken off.',
    executed: 'unknown',
    cause,
  });
}
