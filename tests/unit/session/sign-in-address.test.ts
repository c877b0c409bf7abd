import { describe, expect, it } from 'vitest';
import { signInAddress } from '@/lib/domain/session/sign-in-address';

describe('the address of the sign-in page', () => {
  it.each([
    ['/', null, '/sign-in'],
    ['/', 'left', '/sign-in?left=1'],
    ['/access?type=Customer', null, '/sign-in?next=%2Faccess%3Ftype%3DCustomer'],
    ['/access?type=Customer', 'ended', '/sign-in?next=%2Faccess%3Ftype%3DCustomer&ended=1'],
    ['//elsewhere.example', 'ended', '/sign-in?ended=1'],
  ] as const)('for %s, %s, is %s', (path, why, address) => {
    expect(signInAddress(path, why)).toBe(address);
  });
});
