import 'server-only';
import type { SignInFailure } from '@/lib/contract/session/sign-in';

interface MoreOfSignInError {
  /** Code of the check or answer that failed, where there is one. */
  code?: string | undefined;
  /** Where the sign-in was to lead, so that the next one may. */
  returnPath?: string | undefined;
}

/**
 * A sign-in that did not succeed, by kind. The message is for the log and never carries a token, code or secret;
 * the sign-in page has words of its own.
 */
export class SignInError extends Error {
  override name = 'SignInError';
  /** By name, because Next bundles instrumentation, routes and pages apart: each has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'SignInError';
  }
  readonly failure: SignInFailure;
  readonly code: string | undefined;
  readonly returnPath: string | undefined;

  constructor(failure: SignInFailure, message: string, { code, returnPath }: MoreOfSignInError = {}) {
    super(message);
    this.failure = failure;
    this.code = code;
    this.returnPath = returnPath;
  }
}
