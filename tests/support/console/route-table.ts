import type { ErrorCode } from '@/lib/contract/error-codes';
import { mayCheckLineAccess, roles, type Role } from '@/lib/contract/session/roles';

/** Everyone who may ask: not signed in, signed in with nothing, with each role, and with two. */
export const personas = {
  nobody: null,
  'somebody without a role': [],
  'security administrator': ['security-administrator'],
  accountant: ['accountant'],
  auditor: ['auditor'],
  'accountant and auditor': ['accountant', 'auditor'],
} as const satisfies Record<string, readonly Role[] | null>;

export type Persona = keyof typeof personas;

/** Who may do something: anyone at all, anybody signed in, or who holds one of these roles. */
type Allowed = 'anyone' | 'signed-in' | readonly Role[];

/** What one method of a route does for those who may, by the contract. */
export interface Offer {
  method: 'GET' | 'POST' | 'DELETE';
  /** Address with parameters; `{own}` stands for the id of the session that asks. */
  path: string;
  allowed: Allowed;
  /** Status for those who may, with the code where it is a refusal. */
  status: number;
  code?: ErrorCode;
  /** A GET that does too much to be tried out by HEAD. */
  hasHead?: false;
  /** The answer to those who may does not end by itself. */
  isStream?: true;
  body?: unknown;
}

/** One route of the build's manifest with all it offers; what is not listed is a 405, without offers a 404. */
export interface ApiRow {
  route: string;
  /** An address of the route that fits its pattern. */
  path: string;
  offers: readonly Offer[];
}

const readsAccess = ['security-administrator', 'auditor'] as const;
const administrator = ['security-administrator'] as const;
const change = { recordType: 'Customer', recordId: '10000', entityId: '100', accessible: true };

/** "Record type,Record ID,Entity,Access" and nothing below it. */
const file = {
  name: 'access.csv',
  content: 'UmVjb3JkIHR5cGUsUmVjb3JkIElELEVudGl0eSxBY2Nlc3MK',
  mode: 'merge',
};

/** Every API route. */
export const apiTable: readonly ApiRow[] = [
  { route: '/api/[[...address]]', path: '/api/nothing/here', offers: [] },
  {
    route: '/api/access',
    path: '/api/access',
    offers: [
      { method: 'GET', path: '/api/access?recordType=Location', allowed: readsAccess, status: 200 },
      { method: 'POST', path: '/api/access', allowed: administrator, status: 200, body: change },
    ],
  },
  {
    route: '/api/access/export',
    path: '/api/access/export',
    offers: [{ method: 'GET', path: '/api/access/export?shape=wide', allowed: readsAccess, status: 200, hasHead: false }],
  },
  {
    route: '/api/access/labels',
    path: '/api/access/labels',
    offers: [{ method: 'GET', path: '/api/access/labels?of=entities', allowed: roles, status: 200 }],
  },
  {
    route: '/api/access/matrix',
    path: '/api/access/matrix',
    offers: [{ method: 'GET', path: '/api/access/matrix', allowed: readsAccess, status: 200 }],
  },
  {
    route: '/api/access/refresh',
    path: '/api/access/refresh',
    offers: [{ method: 'POST', path: '/api/access/refresh', allowed: readsAccess, status: 202 }],
  },
  {
    route: '/api/access/summary',
    path: '/api/access/summary',
    offers: [{ method: 'GET', path: '/api/access/summary', allowed: readsAccess, status: 200 }],
  },
  {
    route: '/api/changes',
    path: '/api/changes',
    offers: [
      { method: 'GET', path: '/api/changes', allowed: readsAccess, status: 200 },
      { method: 'POST', path: '/api/changes', allowed: administrator, status: 202, body: { cells: [change] } },
    ],
  },
  {
    route: '/api/changes/activity',
    path: '/api/changes/activity',
    offers: [{ method: 'GET', path: '/api/changes/activity', allowed: readsAccess, status: 200 }],
  },
  {
    route: '/api/connections',
    path: '/api/connections',
    offers: [{ method: 'GET', path: '/api/connections', allowed: roles, status: 200 }],
  },
  {
    route: '/api/changes/[changeSetId]',
    path: '/api/changes/some-set',
    offers: [
      { method: 'GET', path: '/api/changes/some-set', allowed: readsAccess, status: 404, code: 'not-found' },
    ],
  },
  {
    route: '/api/changes/[changeSetId]/cells',
    path: '/api/changes/some-set/cells',
    offers: [
      { method: 'GET', path: '/api/changes/some-set/cells', allowed: readsAccess, status: 404, code: 'not-found' },
    ],
  },
  {
    route: '/api/changes/[changeSetId]/cancel',
    path: '/api/changes/some-set/cancel',
    offers: [
      { method: 'POST', path: '/api/changes/some-set/cancel', allowed: administrator, status: 404, code: 'not-found' },
    ],
  },
  {
    route: '/api/changes/[changeSetId]/pause',
    path: '/api/changes/some-set/pause',
    offers: [
      { method: 'POST', path: '/api/changes/some-set/pause', allowed: administrator, status: 404, code: 'not-found' },
    ],
  },
  {
    route: '/api/changes/[changeSetId]/resume',
    path: '/api/changes/some-set/resume',
    offers: [
      { method: 'POST', path: '/api/changes/some-set/resume', allowed: administrator, status: 404, code: 'not-found' },
    ],
  },
  {
    route: '/api/changes/[changeSetId]/retry',
    path: '/api/changes/some-set/retry',
    offers: [
      { method: 'POST', path: '/api/changes/some-set/retry', allowed: administrator, status: 404, code: 'not-found', body: {} },
    ],
  },
  {
    route: '/api/changes/[changeSetId]/undo',
    path: '/api/changes/some-set/undo',
    offers: [
      { method: 'GET', path: '/api/changes/some-set/undo', allowed: readsAccess, status: 404, code: 'not-found' },
      { method: 'POST', path: '/api/changes/some-set/undo', allowed: administrator, status: 404, code: 'not-found' },
    ],
  },
  {
    route: '/api/demo/presenter',
    path: '/api/demo/presenter',
    // The console under test signs in by OpenID Connect, so there is no demo to present.
    offers: [
      { method: 'GET', path: '/api/demo/presenter', allowed: administrator, status: 404, code: 'not-found' },
      { method: 'POST', path: '/api/demo/presenter', allowed: administrator, status: 404, code: 'not-found', body: { step: 'outside' } },
    ],
  },
  {
    route: '/api/demo/presenter/reset',
    path: '/api/demo/presenter/reset',
    offers: [
      { method: 'GET', path: '/api/demo/presenter/reset', allowed: administrator, status: 404, code: 'not-found' },
      { method: 'POST', path: '/api/demo/presenter/reset', allowed: administrator, status: 404, code: 'not-found' },
    ],
  },
  {
    route: '/api/events',
    path: '/api/events',
    offers: [{ method: 'GET', path: '/api/events', allowed: 'signed-in', status: 200, isStream: true }],
  },
  {
    route: '/api/changes/history',
    path: '/api/changes/history',
    offers: [
      { method: 'GET', path: '/api/changes/history?recordType=Customer&recordId=10000', allowed: readsAccess, status: 200 },
    ],
  },
  {
    route: '/api/access/matrix/accept',
    path: '/api/access/matrix/accept',
    offers: [
      {
        method: 'POST',
        path: '/api/access/matrix/accept',
        body: { doubt: 'Fewer.' },
        allowed: administrator,
        status: 409,
        code: 'conflict', // nothing is in doubt
      },
    ],
  },
  {
    route: '/api/changes/outside',
    path: '/api/changes/outside',
    offers: [{ method: 'GET', path: '/api/changes/outside', allowed: readsAccess, status: 200 }],
  },
  {
    route: '/api/changes/outside/review',
    path: '/api/changes/outside/review',
    offers: [
      {
        method: 'POST',
        path: '/api/changes/outside/review',
        body: { last: 1 },
        allowed: readsAccess,
        status: 409,
        code: 'conflict', // nothing was changed outside
      },
    ],
  },
  {
    route: '/api/changes/checkpoints',
    path: '/api/changes/checkpoints',
    offers: [{ method: 'GET', path: '/api/changes/checkpoints', allowed: readsAccess, status: 200 }],
  },
  {
    route: '/api/changes/export',
    path: '/api/changes/export',
    offers: [{ method: 'POST', path: '/api/changes/export', allowed: readsAccess, status: 200, body: { what: 'ledger' } }],
  },
  {
    route: '/api/changes/verify',
    path: '/api/changes/verify',
    offers: [{ method: 'GET', path: '/api/changes/verify', allowed: readsAccess, status: 200 }],
  },
  {
    route: '/api/changes/import',
    path: '/api/changes/import',
    offers: [
      { method: 'POST', path: '/api/changes/import', allowed: administrator, status: 200, body: file },
    ],
  },
  {
    route: '/api/health',
    path: '/api/health',
    offers: [{ method: 'GET', path: '/api/health', allowed: 'anyone', status: 200 }],
  },
  {
    route: '/api/health/ready',
    path: '/api/health/ready',
    offers: [{ method: 'GET', path: '/api/health/ready', allowed: 'anyone', status: 200 }],
  },
  {
    route: '/api/journal',
    path: '/api/journal',
    offers: [
      { method: 'GET', path: '/api/journal?pageSize=25', allowed: roles, status: 200 },
      // Tells lines whose entity may not use their item, and nothing else of the access matrix.
      { method: 'GET', path: '/api/journal?check=item-access', allowed: mayCheckLineAccess, status: 200 },
    ],
  },
  {
    route: '/api/journal/checks',
    path: '/api/journal/checks',
    offers: [{ method: 'GET', path: '/api/journal/checks?batch=ITEM%2FDEFAULT', allowed: roles, status: 200 }],
  },
  {
    route: '/api/journal/export',
    path: '/api/journal/export',
    offers: [{ method: 'GET', path: '/api/journal/export?columns=ItemNo', allowed: roles, status: 200, hasHead: false }],
  },
  {
    route: '/api/journal/facets',
    path: '/api/journal/facets',
    offers: [{ method: 'GET', path: '/api/journal/facets?field=BssiEntityID', allowed: roles, status: 200 }],
  },
  {
    route: '/api/journal/groups',
    path: '/api/journal/groups',
    offers: [{ method: 'GET', path: '/api/journal/groups?by=BssiEntityID&sum=Amount', allowed: roles, status: 200 }],
  },
  {
    route: '/api/journal/refresh',
    path: '/api/journal/refresh',
    offers: [{ method: 'POST', path: '/api/journal/refresh', allowed: roles, status: 202 }],
  },
  {
    route: '/api/metadata',
    path: '/api/metadata',
    offers: [{ method: 'GET', path: '/api/metadata', allowed: roles, status: 200 }],
  },
  {
    route: '/api/session',
    path: '/api/session',
    offers: [
      { method: 'GET', path: '/api/session', allowed: 'signed-in', status: 200 },
      { method: 'DELETE', path: '/api/session', allowed: 'anyone', status: 200 },
    ],
  },
  {
    route: '/api/session/demo',
    path: '/api/session/demo',
    // The console under test signs in by OpenID Connect, so the demo door is shut for everyone.
    offers: [
      { method: 'POST', path: '/api/session/demo', allowed: 'anyone', status: 403, code: 'forbidden', body: { role: 'auditor' } },
    ],
  },
  {
    route: '/api/session/oidc/callback',
    path: '/api/session/oidc/callback',
    offers: [{ method: 'GET', path: '/api/session/oidc/callback?code=x&state=y', allowed: 'anyone', status: 303, hasHead: false }],
  },
  {
    route: '/api/session/oidc/start',
    path: '/api/session/oidc/start',
    offers: [{ method: 'GET', path: '/api/session/oidc/start', allowed: 'anyone', status: 303, hasHead: false }],
  },
  {
    route: '/api/sessions',
    path: '/api/sessions',
    offers: [
      { method: 'GET', path: '/api/sessions', allowed: 'signed-in', status: 200 },
      { method: 'GET', path: '/api/sessions?whose=everyone', allowed: administrator, status: 200 },
      { method: 'DELETE', path: '/api/sessions', allowed: 'signed-in', status: 200 },
      { method: 'DELETE', path: '/api/sessions?person=somebody-else', allowed: administrator, status: 200 },
    ],
  },
  {
    route: '/api/sessions/[sessionId]',
    path: '/api/sessions/some-session',
    offers: [
      { method: 'DELETE', path: '/api/sessions/{own}', allowed: 'signed-in', status: 200 },
      { method: 'DELETE', path: '/api/sessions/some-session', allowed: 'signed-in', status: 404, code: 'not-found' },
    ],
  },
  {
    route: '/api/views',
    path: '/api/views',
    offers: [
      { method: 'GET', path: '/api/views', allowed: 'signed-in', status: 200 },
      { method: 'POST', path: '/api/views', allowed: roles, status: 200, body: { place: 'journal', name: 'Mine', search: 'q=1' } },
      { method: 'DELETE', path: '/api/views?id=some-view', allowed: 'signed-in', status: 404, code: 'not-found' },
    ],
  },
]; // prettier-ignore

/** Every page: where it sends somebody who is not signed in, and somebody who is; null: it shows itself. */
export const pageTable: readonly { route: string; nobody: string | null }[] = [
  { route: '/', nobody: '/sign-in' },
  { route: '/access', nobody: '/sign-in?next=%2Faccess' },
  { route: '/changes', nobody: '/sign-in?next=%2Fchanges' },
  {
    route: '/changes/[changeSetId]',
    nobody: '/sign-in?next=%2Fchanges%2F%5BchangeSetId%5D',
  },
  { route: '/changes/history', nobody: '/sign-in?next=%2Fchanges%2Fhistory' },
  { route: '/changes/import', nobody: '/sign-in?next=%2Fchanges%2Fimport' },
  { route: '/journal', nobody: '/sign-in?next=%2Fjournal' },
  { route: '/metadata', nobody: '/sign-in?next=%2Fmetadata' },
  { route: '/sessions', nobody: '/sign-in?next=%2Fsessions' },
  { route: '/sign-in', nobody: null },
];

/** Pages of Next's own that are no address of the console: they answer as an address where nothing is. */
export const innerPages = ['/_global-error', '/_not-found'] as const;

/** What a persona gets from one method. */
export function expected(offer: Offer, persona: Persona): { status: number; code: ErrorCode | undefined } {
  const held = personas[persona];
  if (offer.allowed !== 'anyone') {
    if (held === null) return { status: 401, code: 'signed-out' };
    const { allowed } = offer;
    if (allowed !== 'signed-in' && !held.some((role) => allowed.includes(role)))
      return { status: 403, code: 'forbidden' };
  }
  return { status: offer.status, code: offer.code };
}
