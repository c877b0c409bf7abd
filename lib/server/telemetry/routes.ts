import 'server-only';

/** Every page and route of `app`; `[id]` stands for what an address names. */
export const routes = [
  '/',
  '/access',
  '/changes',
  '/changes/[id]',
  '/changes/history',
  '/changes/import',
  '/connections',
  '/connections/compare',
  '/journal',
  '/metadata',
  '/notices',
  '/sessions',
  '/sign-in',
  '/api/access',
  '/api/access/export',
  '/api/access/labels',
  '/api/access/matrix',
  '/api/access/matrix/accept',
  '/api/access/refresh',
  '/api/access/summary',
  '/api/changes',
  '/api/changes/[id]',
  '/api/changes/[id]/cancel',
  '/api/changes/[id]/cells',
  '/api/changes/[id]/pause',
  '/api/changes/[id]/resume',
  '/api/changes/[id]/retry',
  '/api/changes/[id]/undo',
  '/api/changes/activity',
  '/api/changes/checkpoints',
  '/api/changes/entries',
  '/api/changes/export',
  '/api/changes/history',
  '/api/changes/import',
  '/api/changes/outside',
  '/api/changes/outside/review',
  '/api/changes/verify',
  '/api/connections',
  '/api/connections/test',
  '/api/demo/presenter',
  '/api/demo/presenter/reset',
  '/api/events',
  '/api/health',
  '/api/health/ready',
  '/api/journal',
  '/api/journal/checks',
  '/api/journal/export',
  '/api/journal/facets',
  '/api/journal/groups',
  '/api/journal/refresh',
  '/api/metadata',
  '/api/metrics',
  '/api/notices/deliveries',
  '/api/notices/receivers',
  '/api/notices/receivers/[id]',
  '/api/notices/receivers/[id]/test',
  '/api/session',
  '/api/session/demo',
  '/api/session/oidc/callback',
  '/api/session/oidc/start',
  '/api/sessions',
  '/api/sessions/[id]',
  '/api/views',
] as const;

const plain = new Set<string>(routes);
const patterns = routes.filter((route) => route.includes('[id]')).map((route) => route.split('/'));

/** The route of a path without its query. All other paths are one, so that no caller can make more. */
export function routeOf(path: string): string {
  if (path.startsWith('/_next/')) return '/_next/…';
  if (plain.has(path)) return path;
  const parts = path.split('/');
  const fits = (pattern: readonly string[]): boolean =>
    pattern.length === parts.length && pattern.every((part, at) => part === '[id]' || part === parts[at]);
  return patterns.find(fits)?.join('/') ?? 'unknown';
}
