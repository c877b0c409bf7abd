import 'server-only';
import * as client from 'openid-client';
import type { SignInFailure } from '@/lib/contract/session/sign-in';
import { SignInError } from './sign-in-error';

interface ErrorContext {
  /** Values that must not be logged. */
  secrets: readonly (string | undefined)[];
  returnPath: string;
}

/** OAuth 2.0 errors that are not plain refusals. */
const meanings: Partial<Record<string, SignInFailure>> = {
  access_denied: 'denied',
  server_error: 'unreachable',
  temporarily_unavailable: 'unreachable',
};

/** Codes of openid-client for an answer outside OpenID Connect. */
const notAnAnswer = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);

/** Whether the provider refused the console's secret, so that another way of sending it may work. */
export function refusesClient(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof client.WWWAuthenticateChallengeError && error.status === 401;
}

/** A failure of openid-client as a SignInError fit for the log; any other error unchanged. */
export function signInErrorOf(error: unknown, { secrets, returnPath }: ErrorContext): unknown {
  const known = chainOf(error).find((one) => one instanceof SignInError);
  if (known) return new SignInError(known.failure, known.message, { code: known.code, returnPath });
  const fail = (failure: SignInFailure, message: string, code?: string): SignInError =>
    new SignInError(failure, without(secrets, message), { code, returnPath });
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    const words = error.error_description === undefined ? '' : `: ${error.error_description.slice(0, 300)}`;
    const code = error.error.slice(0, 60);
    return fail(meanings[code] ?? 'refused', `The provider answered with the error ${code}${words}`, code);
  }
  if (error instanceof client.WWWAuthenticateChallengeError) {
    const { error: code = 'challenge', error_description: words = '' } = error.cause[0]?.parameters ?? {};
    const status = String(error.status);
    return fail(
      'refused',
      `The provider answered with status ${status}: ${code} ${words.slice(0, 300)}`,
      code,
    );
  }
  const code = codeOf(error);
  if (!(error instanceof client.ClientError) && !code?.startsWith('ERR_INVALID_ARG')) return error;
  const answer =
    error instanceof Error && error.cause instanceof Response ? [String(error.cause.status)] : [];
  const words = [...new Set(chainOf(error).map(({ message }) => message)), ...answer].join(': ');
  return fail(notAnAnswer.has(code ?? '') && !saysNo(error) ? 'unreachable' : 'refused', words, code);
}

function saysNo(error: unknown): boolean {
  return chainOf(error).some(
    ({ cause }) => cause instanceof Response && cause.status >= 400 && cause.status < 500,
  );
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < 6; one = one.cause) chain.push(one);
  return chain;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function without(secrets: ErrorContext['secrets'], text: string): string {
  return secrets.reduce<string>((rest, one) => (one ? rest.replaceAll(one, '(secret)') : rest), text);
}
