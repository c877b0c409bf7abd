import { Banner } from '@/components/ui/feedback/banner';
import { requestIdPattern } from '@/lib/contract/request-id';
import { signInFailures, type SignInFailure, type SignInMode } from '@/lib/contract/session/sign-in';

/** Why a person sees the sign-in page, by its address. */
export interface SignInReason {
  failed: { failure: SignInFailure; requestId: string | null } | null;
  ended: boolean;
  left: boolean;
  isSignedIn: boolean;
}

/** A failed sign-in beside a session that goes on, such as a bookmarked callback or the browser's Back. */
const stillSignedIn = {
  title: 'That sign-in did not go through',
  detail: 'You are still signed in as before, and nothing was changed. Continue, or sign in again.',
};

export function SignInNotice({ reason, signIn }: { reason: SignInReason; signIn: SignInMode }) {
  const { failed, ended, left } = reason;
  if (failed) {
    const { title, detail } = reason.isSignedIn ? stillSignedIn : failureWords[failed.failure];
    return (
      <Banner tone="danger" title={title}>
        <p>{detail}</p>
        {failed.requestId !== null && (
          <p className="mt-1">
            The operator of the console finds it by this request:{' '}
            <code translate="no" className="inline-block font-mono wrap-anywhere">
              {failed.requestId}
            </code>
          </p>
        )}
      </Banner>
    );
  }
  if (ended) {
    return (
      <Banner tone="info" title="Your session has ended">
        It was not used for a while, reached its time limit, or was ended by you elsewhere or by an
        administrator. Sign in again to continue where you were.
      </Banner>
    );
  }
  if (left) {
    return (
      <Banner tone="success" title="You are signed out of the console">
        {signIn === 'oidc' &&
          'Your sign-in provider may still know this browser. On a shared computer, sign out there too.'}
      </Banner>
    );
  }
  return null;
}

interface FailureWords {
  title: string;
  detail: string;
}

export const failureWords: Record<SignInFailure, FailureWords> = {
  denied: {
    title: 'The sign-in was declined',
    detail:
      'You, or your sign-in provider, declined. You are not signed in and nothing was changed. Sign in again; if your account is turned away each time, ask the person who manages accounts at your organisation to let it use this console.',
  },
  expired: {
    title: 'This sign-in is no longer valid',
    detail:
      'It took too long, was used already, or was begun in another browser. You are not signed in and nothing was changed. Sign in again, in this browser, within ten minutes.',
  },
  refused: {
    title: 'The answer of your sign-in provider was not accepted',
    detail:
      'It did not hold up to the console’s checks, so you are not signed in and nothing was changed. Sign in again; if it happens again, tell the operator of the console, who finds the reason in its log.',
  },
  database: {
    title: 'The console’s database does not answer',
    detail:
      'No one can sign in, and nothing was changed. Try again in a minute; if it stays, tell the operator of the console.',
  },
  unreachable: {
    title: 'Your sign-in provider does not answer',
    detail:
      'The console could not reach it, so you are not signed in and nothing was changed. Try again in a minute; if it stays, tell the operator of the console.',
  },
  'too-many': {
    title: 'Too many sign-ins from your network address',
    detail: 'This one was not begun and nothing was changed. Wait a minute, then sign in again.',
  },
  failed: {
    title: 'The console failed while it signed you in',
    detail:
      'You are not signed in and nothing was changed. Try again; if it happens again, tell the operator of the console, who finds the reason in its log.',
  },
};

/** Reads `/sign-in?failed=…&requestId=…`; null for anything that the console does not write itself. */
export function failureTold(
  failed: unknown,
  requestId: unknown,
): { failure: SignInFailure; requestId: string | null } | null {
  const failure = signInFailures.find((one) => one === failed);
  if (failure === undefined) return null;
  const isId = typeof requestId === 'string' && requestIdPattern.test(requestId);
  return { failure, requestId: isId ? requestId : null };
}
