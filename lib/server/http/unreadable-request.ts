import 'server-only';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { ConsoleError } from '@/lib/server/console-error';
import { noStore } from './failure';
import { problemOf } from './problem';
import { securityHeaders } from './security-headers';

/** Node would answer a bare 400. */
export function refuseUnreadable(server: Server, publicUrl: URL): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket; // the server uses TCP
    // A second answer on the connection could belong to any request.
    if (!socket.writable || socket.bytesWritten > 0) return void socket.destroy();
    socket.write(refusal(statuses[error.code ?? ''] ?? 400, publicUrl));
    socket.destroySoon();
  });
}

const statuses: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function refusal(status: number, publicUrl: URL): string {
  const requestId = randomUUID();
  const error = new ConsoleError(
    'invalid-request',
    'The request is not HTTP that the console can read, is too long, or came too slowly. Nothing was changed.',
  );
  const body = JSON.stringify({ ...problemOf(error, requestId), status });
  const headers = [
    ...securityHeaders(publicUrl),
    ...Object.entries(noStore),
    ['X-Request-Id', requestId],
    ['Content-Type', 'application/problem+json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ];
  return `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
