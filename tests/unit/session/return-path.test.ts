import { describe, expect, it } from 'vitest';
import { returnPath, signInAddress, signInPath } from '@/lib/domain/session/return-path';

describe('returnPath', () => {
  it.each([
    '/',
    '/access',
    '/journal?entity=100&entity=&page=3',
    '/access?q=a%2Fb%20c#row-4',
    '/metadata?set=x&tab=raw',
    '/api-notes',
  ])('keeps %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    undefined,
    null,
    ['/access', '/journal'],
    '',
    'access',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /access',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    '/api/session',
    '/sign-in?next=/access',
    `/${'a'.repeat(7_000)}`,
  ])('turns %j into the start page', (next) => {
    expect(returnPath(next)).toBe('/');
  });
});

describe('signInPath', () => {
  it('carries the place with its query, once encoded', () => {
    expect(signInPath('/journal?entity=100&q=a b')).toBe(
      '/sign-in?next=%2Fjournal%3Fentity%3D100%26q%3Da%2520b',
    );
    const next = new URL(signInPath('/journal?entity=100&q=x%26y'), 'https://c.example').searchParams.get(
      'next',
    );
    expect(next).toBe('/journal?entity=100&q=x%26y');
  });

  it('stays short when there is nothing to go back to', () => {
    expect(signInPath('/')).toBe('/sign-in');
    expect(signInPath('//evil.example')).toBe('/sign-in');
  });
});

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
