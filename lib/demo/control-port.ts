import 'server-only';

/** Asks the control port of a reference service. @throws Error where it does not do it. */
export async function askControlPort(
  controlUrl: string,
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(controlUrl + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (response.ok) return response.json();
  throw new Error(`The reference service answered ${method} ${path} with ${String(response.status)}.`);
}
