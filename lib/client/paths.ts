/** Addresses of the console's own HTTP interface. */
export const apiPaths = {
  access: '/api/access',
  matrix: '/api/access/matrix',
  refreshAccess: '/api/access/refresh',
  journal: '/api/journal',
  metadata: '/api/metadata',
  session: '/api/session',
  demoSignIn: '/api/session/demo',
} as const;

/** Appends a query; undefined values are left out, arrays repeat their name. */
export function withQuery(
  path: string,
  query: Record<string, string | readonly string[] | undefined>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string') search.append(name, value);
    else for (const one of value ?? []) search.append(name, one);
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
