/** Speaks to the control port of a reference service. @throws Error with what it answers instead of a success. */
export async function controlOf(
  { controlUrl }: { controlUrl: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${controlUrl}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${String(response.status)}: ${await response.text()}`);
  return response.json().catch(() => null) as Promise<unknown>;
}
