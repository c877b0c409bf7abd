import 'server-only';
import type { SignInFailure } from '@/lib/contract/session/sign-in';

interface MoreOfSignInError {
  code?: string | undefined;
  returnPath?: string | undefined;
}

/** A failed sign-in. The message is for the log and holds no secret; the sign-in page has its own words. */
export class SignInError extends Error {
  override name = 'SignInError';
  /** By name, because Next bundles this class more than once. */
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
