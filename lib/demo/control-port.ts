import 'server-only';
import type { Console } from '@/lib/server/console';

/** Calls the control port of the embedded reference service. @throws Error if there is none or it refuses. */
export async function askControlPort(
  { controlUrl }: Pick<Console, 'controlUrl'>,
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  if (controlUrl === null) throw new Error('There is no embedded reference service.');
  const response = await fetch(controlUrl + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (response.ok) return response.json();
  throw new Error(`The reference service answered ${method} ${path} with ${String(response.status)}.`);
}
