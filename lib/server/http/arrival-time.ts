import 'server-only';
import type { IncomingMessage, Server } from 'node:http';
import { mostChangesBytes } from '@/lib/contract/limits';

/** Time for a whole request, plus time for each announced MB: 0.8 Mbit/s are enough. */
export const usualArrival = { ms: 60_000, msPerMb: 10_000 };

const bytesOfMb = 1024 * 1024;

/** Time limit of a request in ms; without a length it is that of an empty one. */
export function arrivalLimit(contentLength: string | undefined, { ms, msPerMb } = usualArrival): number {
  const bytes = Number(contentLength ?? 0);
  return ms + (bytes > 0 ? (msPerMb * Math.min(bytes, mostChangesBytes)) / bytesOfMb : 0);
}

export const longestArrival = arrivalLimit(String(mostChangesBytes));

export function limitArrival(server: Server, request: IncomingMessage, arrival = usualArrival): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(
    () => {
      if (request.complete) return; // the request waits for its route
      const error = new Error('The request did not arrive in its time.');
      server.emit('clientError', Object.assign(error, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
    },
    arrivalLimit(headers['content-length'], arrival),
  ).unref();
  for (const end of ['end', 'close']) request.once(end, () => clearTimeout(timer));
}
