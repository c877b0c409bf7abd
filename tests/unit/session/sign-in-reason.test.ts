import { describe, expect, it } from 'vitest';
import { failureTold, failureWords } from '@/components/session/sign-in-notices';
import { signInFailures } from '@/lib/contract/session/sign-in';

describe('why a sign-in did not succeed', () => {
  it.each(signInFailures)('is told for %s: nothing was changed, and what to do next', (failure) => {
    const { title, detail } = failureWords[failure];
    expect(title).not.toMatch(/error/i);
    expect(detail).toMatch(/nothing was changed/);
    expect(detail).toMatch(/again/);
    expect(failureTold(failure, '0b5c1f0e-0000-4000-8000-000000000000')).toEqual({
      failure,
      requestId: '0b5c1f0e-0000-4000-8000-000000000000',
    });
  });

  it('is told for no other word, and with no other id than the console makes', () => {
    for (const other of ['', 'toString', '__proto__', 'Denied', undefined, ['denied', 'expired']])
      expect(failureTold(other, 'request-1')).toBeNull();
    for (const id of [undefined, 'short', 'x'.repeat(81), 'call 0800 123456', '<b>bold</b>', ['request-1']])
      expect(failureTold('denied', id)?.requestId).toBeNull();
  });
});
