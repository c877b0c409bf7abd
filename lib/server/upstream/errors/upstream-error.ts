import 'server-only';
import type { ErrorCode } from '@/lib/contract/error-codes';

/** Where a call broke: an answer that says no, no answer, no time left, or an answer of another shape. */
export type FailureKind = 'http' | 'network' | 'timeout' | 'shape';

/** What is known about a failed call, before it becomes an error. */
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

/**
 * A call to the service that did not succeed. `userMessage` is fit for a person: it carries no address, no secret,
 * no correlation id. `executed` is about a POST: `no` when the service certainly did not run it, `unknown`
 * when only reading the assignment back can tell.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** By name, because Next bundles instrumentation, routes and pages apart: each has its own copy of this class. */
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

/** An answer that arrived but is not what the interface describes. Nothing of it was used. */
export function malformed(userMessage: string, more: Partial<Failure> = {}): UpstreamError {
  return new UpstreamError({ kind: 'shape', code: 'service-malformed', userMessage, ...more });
}

/** A request that was never sent because it cannot be expressed to the service. */
export function notSendable(userMessage: string): UpstreamError {
  return new UpstreamError({ kind: 'shape', code: 'rejected', userMessage, executed: 'no' });
}
