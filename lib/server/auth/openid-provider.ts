import 'server-only';
import type { SignInFailure } from '@/lib/contract/session';
import type { OidcSettings } from '@/lib/server/config-sign-in';
import type { Database } from '@/lib/server/db/database';
import type { Identity } from './session-store';

/** A sign-in that did not succeed, by kind; the message is for the log, the sign-in page has words of its own. */
export class SignInError extends Error {
  override name = 'SignInError';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, message: string, more: { cause?: unknown } = {}) {
    super(message, more);
    this.failure = failure;
  }
}

export class OpenIdProvider {
  constructor(settings: OidcSettings, publicUrl: URL, database: Database) {
    void [settings, publicUrl, database];
  }

  start(request: {
    returnPath: string;
    account: 'choose' | undefined;
    browserToken: string | null;
  }): Promise<{ address: URL; browserToken: string }> {
    return Promise.reject(new SignInError('failed', JSON.stringify(request)));
  }

  finish(request: {
    query: URLSearchParams;
    browserToken: string | null;
  }): Promise<{ identity: Identity; returnPath: string }> {
    return Promise.reject(new SignInError('failed', JSON.stringify(request)));
  }
}
