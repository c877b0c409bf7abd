import 'server-only';
import { ConsoleError } from '@/lib/server/console-error';
import { isLoopback } from '@/lib/server/config/loopback';

/**
 * Lets a request that changes something pass only from the console's own pages, or from a script that says so:
 * `Origin` must be our own, and the browser's `Sec-Fetch-Site`, where sent, must agree.
 * On loopback, `localhost` and `127.0.0.1` with our port are both our own.
 * @throws ConsoleError `bad-origin`.
 */
export function checkOrigin(headers: Headers, publicUrl: URL, port: number): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (origin !== null && isOwn(origin, publicUrl, port) && (site === null || site === 'same-origin')) return;
  throw new ConsoleError(
    'bad-origin',
    `Changes are accepted from ${publicUrl.origin} only. Nothing was changed. Scripts must send the header Origin.`,
  );
}

function isOwn(origin: string, publicUrl: URL, port: number): boolean {
  if (origin === publicUrl.origin) return true;
  if (!isLoopback(publicUrl.hostname) || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  return (
    url.protocol === 'http:' && isLoopback(url.hostname) && url.port === String(port) && url.origin === origin
  );
}
