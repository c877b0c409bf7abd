import { describe, expect, it } from 'vitest';
import { pagePolicy, securityHeaders } from '@/lib/server/http/security-headers';

const directivesOf = (policy: string): Map<string, string[]> =>
  new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values];
    }),
  );

describe('the policy of a page', () => {
  const policy = directivesOf(pagePolicy('TheNonce', false));

  it('runs and draws only what carries the nonce of this answer', () => {
    expect(policy.get('script-src')).toEqual(["'self'", "'nonce-TheNonce'"]);
    expect(policy.get('style-src')).toEqual(["'self'", "'nonce-TheNonce'"]);
  });

  it('begins with nothing, and opens no door for frames, bases, forms or other hosts', () => {
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    const allowed = new Set([...policy.values()].flat());
    expect([...allowed].filter((value) => !value.startsWith("'")).sort()).toEqual(['data:']);
    expect(policy.get('img-src')).toContain('data:');
    const unsafe = [...policy].filter(([, values]) => values.some((value) => value.includes('unsafe')));
    expect(unsafe).toEqual([['style-src-attr', ["'unsafe-inline'"]]]);
  });

  it('allows only the development server to evaluate text', () => {
    expect(pagePolicy('n', true)).toContain("'unsafe-eval'");
    expect(pagePolicy('n', false)).not.toContain("'unsafe-eval'");
  });
});

describe('the headers of every answer', () => {
  it('hold browsers to HTTPS where people use it, and only there', () => {
    const names = (url: string): string[] => securityHeaders(new URL(url)).map(([name]) => name);
    expect(names('https://console.example')).toContain('Strict-Transport-Security');
    expect(names('http://localhost:3000')).not.toContain('Strict-Transport-Security');
  });

  it('let data do nothing were it ever shown as a page', () => {
    const policy = directivesOf(
      new Map(securityHeaders(new URL('http://localhost:3000'))).get('Content-Security-Policy') ?? '',
    );
    expect([...policy.keys()].sort()).toEqual(['base-uri', 'default-src', 'form-action', 'frame-ancestors']);
    expect([...policy.values()].flat().every((value) => value === "'none'")).toBe(true);
  });
});
