import type { DetailsTarget } from '@/lib/domain/access/details-target';

export const apiPaths = {
  access: '/api/access',
  labels: '/api/access/labels',
  accessExport: '/api/access/export',
  accessSummary: '/api/access/summary',
  changes: '/api/changes',
  connections: '/api/connections',
  connectionTest: '/api/connections/test',
  importChanges: '/api/changes/import',
  matrix: '/api/access/matrix',
  acceptMatrix: '/api/access/matrix/accept',
  refreshAccess: '/api/access/refresh',
  events: '/api/events',
  journal: '/api/journal',
  journalChecks: '/api/journal/checks',
  journalExport: '/api/journal/export',
  journalFacets: '/api/journal/facets',
  journalGroups: '/api/journal/groups',
  refreshJournal: '/api/journal/refresh',
  metadata: '/api/metadata',
  noticeDeliveries: '/api/notices/deliveries',
  noticeReceivers: '/api/notices/receivers',
  views: '/api/views',
  session: '/api/session',
  sessions: '/api/sessions',
  demoSignIn: '/api/session/demo',
  oidcStart: '/api/session/oidc/start',
} as const;

/** Omits undefined values and repeats arrays. */
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

export function changeSetAddress(connection: string | undefined, id: string): string {
  return withQuery(`/changes/${encodeURIComponent(id)}`, { connection });
}

/** With the question whether to undo the set. */
export function undoAddress(connection: string | undefined, id: string): string {
  return withQuery(`/changes/${encodeURIComponent(id)}`, { connection, undo: 'true' });
}

/** Starts a sign-in at the OpenID provider, which returns to `next`. */
export function oidcStartPath(next: string, account?: 'choose'): string {
  return withQuery(apiPaths.oidcStart, { next: next === '/' ? undefined : next, account });
}

export function targetParameters({
  recordType,
  recordId,
  entityId,
}: DetailsTarget): Record<'recordType' | 'recordId' | 'entityId', string | undefined> {
  return {
    recordType: recordType || undefined,
    recordId: recordId || undefined,
    entityId: entityId || undefined,
  };
}

export function historyAddress(connection: string | undefined, target: DetailsTarget): string {
  return withQuery('/changes/history', { connection, ...targetParameters(target) });
}
