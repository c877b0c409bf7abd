import 'server-only';
import { ConsoleError } from '@/lib/server/console-error';
import { isLoopback } from '@/lib/server/config/loopback';

/** Accepts the console's own origin, on loopback by both names. @throws ConsoleError `bad-origin`. */
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
