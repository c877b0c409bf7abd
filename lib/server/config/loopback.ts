import 'server-only';

const names = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether a host without port, or a URL's `hostname`, is this machine. */
export function isLoopback(host: string): boolean {
  return names.has(host);
}
