import 'server-only';
import type { IncomingMessage, Server } from 'node:http';
import { mostChangesBytes } from '@/lib/contract/limits';

/** Time for a whole request to arrive, and more for each MB of the length it announces: 0.8 Mbit/s are enough. */
export const usualArrival = { ms: 60_000, msPerMb: 10_000 };

const bytesOfMb = 1024 * 1024;

/** How long a request may take to arrive, in ms; one without a length has no more time than an empty one. */
export function arrivalLimit(contentLength: string | undefined, { ms, msPerMb } = usualArrival): number {
  const bytes = Number(contentLength ?? 0);
  return ms + (bytes > 0 ? (msPerMb * Math.min(bytes, mostChangesBytes)) / bytesOfMb : 0);
}

/** The longest of all, for the server's own limit. */
export const longestArrival = arrivalLimit(String(mostChangesBytes));

/** Cuts a request off that has not arrived in its time: the server refuses it as one that came too slowly. */
export function limitArrival(server: Server, request: IncomingMessage, arrival = usualArrival): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(
    () => {
      if (request.complete) return; // it waits for its route
      const error = new Error('The request did not arrive in its time.');
      server.emit('clientError', Object.assign(error, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
    },
    arrivalLimit(headers['content-length'], arrival),
  ).unref();
  for (const end of ['end', 'close']) request.once(end, () => clearTimeout(timer));
}
