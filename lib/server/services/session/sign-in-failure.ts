import 'server-only';
import type { SignInFailure } from '@/lib/contract/session/sign-in';
import { returnPath } from '@/lib/domain/session/return-path';
import { SignInError } from '@/lib/server/auth/sign-in-error';
import { ConsoleError } from '@/lib/server/console-error';

/** Address of the sign-in page with the reason of a failed sign-in and the page to go to next. */
export function signInFailureAddress(error: unknown, requestId: string, request: Request): string {
  const asked = new URL(request.url).searchParams.get('next');
  const next = returnPath(error instanceof SignInError ? (error.returnPath ?? asked) : asked);
  const search = new URLSearchParams({ failed: failureOf(error), requestId });
  if (next !== '/') search.set('next', next);
  return `/sign-in?${search.toString()}`;
}

function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInError) return error.failure;
  const code = error instanceof ConsoleError ? error.code : null;
  if (code === 'rate-limited') return 'too-many';
  return code === 'ledger-unavailable' ? 'database' : 'failed';
}
