import 'server-only';
import type { CustomFetch } from 'openid-client';
import { openidRequest } from '@/lib/server/openid-request';
import { SignInError } from './sign-in-error';

/** A fetch for openid-client. @throws SignInError `unreachable`, also for 429 and 5xx. */
export function providerFetch(timeoutMs: number): CustomFetch {
  return async (address, options) => {
    const { host, pathname } = new URL(address);
    const asked = `The provider (${host}${pathname})`;
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await openidRequest(address, options, { signal }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message || error.name : 'no reason was given';
      throw new SignInError('unreachable', `${asked} gave no whole answer: ${reason}`, { code: 'network' });
    });
    if (answer.status < 500 && answer.status !== 429) return answer;
    throw new SignInError('unreachable', `${asked} answered with status ${String(answer.status)}.`, {
      code: `http-${String(answer.status)}`,
    });
  };
}
