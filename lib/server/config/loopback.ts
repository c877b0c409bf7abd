import 'server-only';

const names = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether a host, without a port, names this machine only: as a setting has it, or as the `hostname` of a URL. */
export function isLoopback(host: string): boolean {
  return names.has(host);
}
