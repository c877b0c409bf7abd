import { describe, expect, it } from 'vitest';
import { checkOrigin } from '@/lib/server/http/origin-check';

const passes = (headers: Record<string, string>, publicUrl: string, port = 3000): boolean => {
  try {
    checkOrigin(new Headers(headers), new URL(publicUrl), port);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-origin' });
    return false;
  }
};

const outside = 'https://console.example';
const local = 'http://localhost:3000';

describe('a request that changes something passes', () => {
  it.each([
    ['from the address people use', { origin: outside }, outside],
    ['from the browser there', { origin: outside, 'sec-fetch-site': 'same-origin' }, outside],
    ['from localhost', { origin: local }, local],
    ['from the loopback address', { origin: 'http://127.0.0.1:3000' }, local],
    ['from the IPv6 loopback address', { origin: 'http://[::1]:3000' }, local],
  ])('%s', (_, headers, publicUrl) => {
    expect(passes(headers, publicUrl)).toBe(true);
  });
});

describe('a request that changes something is refused', () => {
  const foreign = [
    '', 'null', '*', 'https://evil.example', `${outside}.evil.example`, `${outside}:8443`, `${outside}/`,
    'http://console.example', 'https://sub.console.example', 'https://CONSOLE.example', `${outside}, ${outside}`,
    `https://evil.example, ${outside}`, 'https://user@console.example', 'https://evil.example#https://console.example',
    'file://', local, 'javascript:alert(1)',
  ]; // prettier-ignore
  it.each(foreign)('from %j', (origin) => {
    expect(passes({ origin }, outside)).toBe(false);
  });

  it('without an origin, even when the browser calls it its own', () => {
    expect(passes({}, outside)).toBe(false);
    expect(passes({ 'sec-fetch-site': 'same-origin' }, outside)).toBe(false);
    expect(passes({ referer: `${outside}/access` }, outside)).toBe(false);
  });

  it.each(['cross-site', 'same-site', 'none', 'SAME-ORIGIN', ''])('when the browser says %j', (site) => {
    expect(passes({ origin: outside, 'sec-fetch-site': site }, outside)).toBe(false);
  });

  it('from another port or scheme of this machine', () => {
    for (const origin of [
      'http://localhost:3001',
      'http://127.0.0.1',
      'https://localhost:3000',
      'http://127.0.0.2:3000',
    ])
      expect(passes({ origin }, local)).toBe(false);
  });

  it('from this machine, where people use another address', () => {
    expect(passes({ origin: 'http://127.0.0.1:3000' }, outside)).toBe(false);
  });
});
