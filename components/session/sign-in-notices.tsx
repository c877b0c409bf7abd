import { Banner } from '@/components/ui/banner';
import type { SignInFailure, SignInMode } from '@/lib/contract/session';
import { failureWords } from './failure-words';

/** Why somebody is at the sign-in page, as its address tells. */
export interface SignInReason {
  failed: { failure: SignInFailure; requestId: string | null } | null;
  /** Their session has ended. */
  ended: boolean;
  /** They have signed out. */
  left: boolean;
  /** They are signed in all the same. */
  isSignedIn: boolean;
}

/** A sign-in that failed beside a session that goes on: a callback that was bookmarked, or the way back. */
const stillSignedIn = {
  title: 'That sign-in did not go through',
  detail: 'You are still signed in as before, and nothing was changed. Continue, or sign in again.',
};

/** One message about how the person came here; none when they simply came. */
export function SignInNotice({ reason, signIn }: { reason: SignInReason; signIn: SignInMode }) {
  const { failed, ended, left } = reason;
  if (failed) {
    const { title, detail } = reason.isSignedIn ? stillSignedIn : failureWords[failed.failure];
    return (
      <Banner tone="danger" title={title}>
        <p>{detail}</p>
        {failed.requestId !== null && (
          <p className="mt-1">
            Whoever runs the console finds it by this request:{' '}
            <code className="inline-block font-mono wrap-anywhere">{failed.requestId}</code>
          </p>
        )}
      </Banner>
    );
  }
  if (ended) {
    return (
      <Banner tone="info" title="Your session has ended">
        It was not used for a while, reached its time limit, or was ended by you elsewhere or by an
        administrator. Sign in again to go on where you were.
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
