import 'server-only';
import type { ErrorCode } from '@/lib/contract/error-codes';

export type FailureKind = 'http' | 'network' | 'timeout' | 'shape';

export interface Failure {
  kind: FailureKind;
  code: ErrorCode;
  userMessage: string;
  status?: number | null;
  serviceCode?: string | null;
  correlationId?: string | null;
  serviceRequestId?: string | null;
  executed?: 'no' | 'unknown';
  retryAfterMs?: number | null;
  cause?: unknown;
}

/** A failed call. `userMessage` holds no secret; `executed` is `no` only when the service certainly ran nothing. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** By name, because Next bundles this class more than once. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'UpstreamError';
  }
  readonly kind: FailureKind;
  readonly code: ErrorCode;
  readonly status: number | null;
  readonly serviceCode: string | null;
  readonly userMessage: string;
  readonly correlationId: string | null;
  readonly serviceRequestId: string | null;
  readonly executed: 'no' | 'unknown';
  readonly retryAfterMs: number | null;

  constructor(failure: Failure) {
    super(failure.userMessage, { cause: failure.cause });
    this.kind = failure.kind;
    this.code = failure.code;
    this.status = failure.status ?? null;
    this.serviceCode = failure.serviceCode ?? null;
    this.userMessage = failure.userMessage;
    this.correlationId = failure.correlationId ?? null;
    this.serviceRequestId = failure.serviceRequestId ?? null;
    this.executed = failure.executed ?? 'unknown';
    this.retryAfterMs = failure.retryAfterMs ?? null;
  }
}

/** An answer that the interface does not describe. */
export function malformed(userMessage: string, more: Partial<Failure> = {}): UpstreamError {
  return new UpstreamError({ kind: 'shape', code: 'service-malformed', userMessage, ...more });
}

/** A request that the service's interface cannot express; nothing was sent. */
export function notSendable(userMessage: string): UpstreamError {
  return new UpstreamError({ kind: 'shape', code: 'rejected', userMessage, executed: 'no' });
}
