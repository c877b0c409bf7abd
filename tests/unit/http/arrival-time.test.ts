import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { mostChangesBytes, mostImportBytes } from '@/lib/contract/limits';
import { arrivalLimit, limitArrival, longestArrival } from '@/lib/server/http/arrival-time';
import { refuseUnreadable } from '@/lib/server/http/unreadable-request';

it('a request has time by the length it announces, and not by what it makes up', () => {
  const perSecond = (bytes: number) => (bytes * 8) / (arrivalLimit(String(bytes)) / 1_000);
  for (const bytes of [mostImportBytes, mostChangesBytes]) expect(perSecond(bytes)).toBeLessThan(1_000_000);
  for (const length of [undefined, '0', '-5', 'many']) expect(arrivalLimit(length)).toBe(60_000);
  expect(arrivalLimit('1e12')).toBe(longestArrival);
});

it('a small body that does not come is cut off with 408, a large one has longer', async () => {
  const server = createServer((request, response) => {
    limitArrival(server, request, { ms: 100, msPerMb: 3_600_000 });
    request.resume().on('end', () => response.end('taken'));
  });
  refuseUnreadable(server, new URL('http://localhost'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a listening server has one
  const begin = (length: number) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let answer = '';
    socket.on('data', (text: string) => (answer += text));
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\nx`,
    );
    return { socket, answer: once(socket, 'close').then(() => answer) };
  };
  const large = begin(1024 * 1024);
  const small = begin(10);
  expect(await small.answer).toMatch(/^HTTP\/1\.1 408 /);
  large.socket.write('x'.repeat(1024 * 1024 - 1));
  expect(await large.answer).toContain('taken');
});
