import 'server-only';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { withDeadline } from '@/lib/server/until';

/** Milliseconds for each connection. */
const usualLimitMs = 10_000;

interface Place {
  host: string;
  port: number;
}

function placeOf({ hostname, port, protocol }: URL): Place {
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

/** Opens a connection and closes it. @returns the network address that answered. @throws the socket's error. */
export async function reach(url: URL, signal: AbortSignal): Promise<string> {
  const socket = connect(placeOf(url));
  try {
    await opened(socket, 'connect', signal, usualLimitMs);
    return `${socket.remoteAddress ?? ''}, port ${String(placeOf(url).port)}`;
  } finally {
    socket.destroy();
  }
}

/**
 * Opens an encrypted connection, whose certificate is checked, and closes it.
 * @returns the last day of the certificate (`2027-01-31`). @throws the socket's error.
 */
export async function certificateEnd(url: URL, signal: AbortSignal, limitMs = usualLimitMs): Promise<string> {
  const place = placeOf(url);
  const socket: TLSSocket = connectTls({
    ...place,
    ...(isIP(place.host) === 0 && { servername: place.host }),
  });
  try {
    await opened(socket, 'secureConnect', signal, limitMs);
    return new Date(socket.getPeerCertificate().valid_to).toISOString().slice(0, 10);
  } finally {
    socket.destroy();
  }
}

async function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  limitMs: number,
): Promise<void> {
  socket.on('error', () => undefined); // one after the first has no listener
  await withDeadline((ending) => once(socket, event, { signal: ending }), limitMs, signal);
}
