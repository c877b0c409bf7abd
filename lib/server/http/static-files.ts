import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const prefix = '/_next/static';
const yearInSeconds = 365 * 24 * 60 * 60;

/** Serves files that the build has packed. @param folder `.next/static`; null in development. */
export function staticFiles(folder: string | null): Middleware {
  if (folder === null)
    return (_request, _response, next) => {
      next();
    };
  const files = sirv(folder, {
    etag: true,
    maxAge: yearInSeconds,
    immutable: true,
    brotli: true,
    gzip: true,
    extensions: [],
  });
  return (request, response, next) => {
    const { url = '/', headers } = request;
    if (!url.startsWith(`${prefix}/`)) {
      next();
      return;
    }
    if (!isPlainRange(headers.range)) delete headers.range;
    request.url = url.slice(prefix.length);
    files(request, response, () => {
      request.url = url;
      next();
    });
  };
}

/** One range from a first to a last byte; sirv misreads others, and a server may ignore them (RFC 9110, 14.2). */
function isPlainRange(range: string | undefined): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  return first !== undefined && (last === '' || Number(first) <= Number(last));
}
