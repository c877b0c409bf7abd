import { expect, it } from 'vitest';
import { connectionIn } from '@/lib/client/address/connection-parameter';

it('an address names one connection, for the server and the browser alike', () => {
  const inAddress = (search: string) => connectionIn(new URLSearchParams(search));
  expect(inAddress('connection=a&connection=b')).toBe('a');
  expect(inAddress('connection=a%20b')).toBe('a b');
  expect(inAddress('connection=a%0Ab')).toBeNull(); // a browser would read another text from HTML
  expect(inAddress('q=a')).toBeNull();
});
