import { describe, expect, it } from 'vitest';
import { callerAddress } from '@/lib/server/http/request-gate';

const peer = '192.0.2.7';

describe('the address of a caller', () => {
  it.each(['203.0.113.9, 127.0.0.1', '', '203.0.113.9\r\nX-Forwarded-For: 127.0.0.1'])(
    'is the other end of the connection when no proxy is trusted, whatever is forwarded: %j',
    (forwarded) => {
      expect(callerAddress(forwarded, peer, false)).toBe(peer);
      expect(callerAddress([forwarded, '127.0.0.1'], peer, false)).toBe(peer);
    },
  );

  it.each<[string | string[] | undefined, string]>([
    ['10.0.0.1, 203.0.113.9', '203.0.113.9'],
    // What a visitor sends himself stands before what the proxy adds.
    ['127.0.0.1, 127.0.0.1,203.0.113.9', '203.0.113.9'],
    [['127.0.0.1', '203.0.113.9'], '203.0.113.9'],
    ['  203.0.113.9  ', '203.0.113.9'],
    // Azure's Application Gateway writes the port too.
    ['203.0.113.9:50123', '203.0.113.9'],
    ['[2001:db8::9]:50123', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
  ])('is what a trusted proxy wrote last: %j', (forwarded, address) => {
    expect(callerAddress(forwarded, peer, true)).toBe(address);
  });

  it.each([
    undefined,
    '203.0.113.9,',
    '203.0.113.9, somebody',
    '999.0.113.9',
    '203.0.113.9:port',
    '[203.0.113.9',
    'x'.repeat(10_000),
  ])('is the proxy itself when what it wrote last is no address: %j', (forwarded) => {
    expect(callerAddress(forwarded, peer, true)).toBe(peer);
  });

  it('is written one way, though a socket may show IPv4 inside IPv6', () => {
    expect(callerAddress(undefined, '::ffff:192.0.2.7', false)).toBe(peer);
    expect(callerAddress(undefined, '2001:db8::7', false)).toBe('2001:db8::7');
    expect(callerAddress(undefined, undefined, true)).toBe('unknown');
  });
});
