import { errorStatus, type ErrorCode } from '@/lib/contract/error-codes';
import { roles, type Role } from '@/lib/contract/session/roles';

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

/** Nothing is sent there: the table brings about no notice. */
const receiver = { name: 'Table', kind: 'slack', address: 'https://hooks.invalid/x', notices: ['log'] };

/** "Record type,Record ID,Entity,Access" and nothing below it. */
const file = {
  name: 'access.csv',
  content: 'UmVjb3JkIHR5cGUsUmVjb3JkIElELEVudGl0eSxBY2Nlc3MK',
  mode: 'merge',
};

type More = Partial<Pick<Offer, 'status' | 'code' | 'hasHead' | 'isStream' | 'body'>>;

/** One method; `rest` is its query, or what else stands behind the address of its route. */
const offer =
  (method: Offer['method']) =>
  (rest: string, allowed: Allowed, more: More = {}): Offer => ({
    method,
    path: rest,
    allowed,
    status: more.code === undefined ? 200 : errorStatus[more.code],
    ...more,
  });
const [get, post, remove] = [offer('GET'), offer('POST'), offer('DELETE')];

/** A route; where its pattern wants an id, there is nothing of that id. */
function row(route: string, ...offers: Offer[]): ApiRow {
  const path = route.replace('[[...address]]', 'nothing/here').replace(/\[\w+\]/, 'some-id');
  return { route, path, offers: offers.map((one) => ({ ...one, path: path + one.path })) };
}

const absent = { code: 'not-found' } as const;
const conflict = { code: 'conflict' } as const;

/** Every API route, written down beside the verbs: what their roles are is not asked of them. */
export const apiTable: readonly ApiRow[] = [
  row('/api/[[...address]]'),
  row('/api/access', get('?recordType=Location', readsAccess), post('', administrator, { body: change })),
  row('/api/access/export', get('?shape=wide', readsAccess, { hasHead: false })),
  row('/api/access/labels', get('?of=entities', roles)),
  row('/api/access/matrix', get('', readsAccess)),
  row('/api/access/matrix/accept', post('', administrator, { body: { doubt: 'Fewer.' }, ...conflict })), // nothing is in doubt
  row('/api/access/refresh', post('', readsAccess, { status: 202 })),
  row('/api/access/summary', get('', readsAccess)),
  row('/api/changes', get('', readsAccess), post('', administrator, { status: 202, body: { cells: [change] } })),
  row('/api/changes/[changeSetId]', get('', readsAccess, absent)),
  row('/api/changes/[changeSetId]/cells', get('', readsAccess, absent)),
  row('/api/changes/[changeSetId]/cancel', post('', administrator, absent)),
  row('/api/changes/[changeSetId]/pause', post('', administrator, absent)),
  row('/api/changes/[changeSetId]/resume', post('', administrator, absent)),
  row('/api/changes/[changeSetId]/retry', post('', administrator, { body: {}, ...absent })),
  row('/api/changes/[changeSetId]/undo', get('', readsAccess, absent), post('', administrator, absent)),
  row('/api/changes/activity', get('', readsAccess)),
  row('/api/changes/checkpoints', get('', readsAccess)),
  row('/api/changes/entries', get('', readsAccess)),
  row('/api/changes/export', post('', readsAccess, { body: { what: 'ledger' } })),
  row('/api/changes/history', get('?recordType=Customer&recordId=10000', readsAccess)),
  row('/api/changes/import', post('', administrator, { body: file })),
  row('/api/changes/outside', get('', readsAccess)),
  row('/api/changes/outside/review', post('', readsAccess, { body: { last: 1 }, ...conflict })), // nothing was changed outside
  row('/api/changes/verify', get('', readsAccess)),
  row('/api/connections', get('', roles)),
  row('/api/connections/test', post('', readsAccess)),
  // The console under test signs in by OpenID Connect, so there is no demo to present, and its door is shut for everyone.
  row('/api/demo/presenter', get('', administrator, absent), post('', administrator, { body: { step: 'outside' }, ...absent })),
  row('/api/demo/presenter/reset', get('', administrator, absent), post('', administrator, absent)),
  row('/api/session/demo', post('', 'anyone', { code: 'forbidden', body: { role: 'auditor' } })),
  row('/api/events', get('', 'signed-in', { isStream: true })),
  row('/api/health', get('', 'anyone')),
  row('/api/health/ready', get('', 'anyone')),
  // The second tells lines whose entity may not use their item, and nothing else of the access matrix.
  row('/api/journal', get('?pageSize=25', roles), get('?check=item-access', roles)),
  row('/api/journal/checks', get('?batch=ITEM%2FDEFAULT', roles)),
  row('/api/journal/export', get('?columns=ItemNo', roles, { hasHead: false })),
  row('/api/journal/facets', get('?field=BssiEntityID', roles)),
  row('/api/journal/groups', get('?by=BssiEntityID&sum=Amount', roles)),
  row('/api/journal/refresh', post('', roles, { status: 202 })),
  row('/api/metadata', get('', roles)),
  row('/api/metrics', get('', 'anyone')),
  row('/api/notices/deliveries', get('', administrator), post('', administrator, { body: { receiver: 'some-id' }, ...absent })),
  row('/api/notices/receivers', get('', administrator), post('', administrator, { status: 201, body: receiver })),
  row('/api/notices/receivers/[receiverId]', post('', administrator, { body: {}, ...absent }), remove('', administrator, absent)),
  row('/api/notices/receivers/[receiverId]/test', post('', administrator, absent)),
  row('/api/session', get('', 'signed-in'), remove('', 'anyone')),
  row('/api/session/oidc/callback', get('?code=x&state=y', 'anyone', { status: 303, hasHead: false })),
  row('/api/session/oidc/start', get('', 'anyone', { status: 303, hasHead: false })),
  row('/api/sessions', get('', 'signed-in'), get('?whose=everyone', administrator), remove('', 'signed-in'), remove('?person=somebody-else', administrator)),
  {
    route: '/api/sessions/[sessionId]',
    path: '/api/sessions/some-id',
    offers: [remove('/api/sessions/{own}', 'signed-in'), remove('/api/sessions/some-id', 'signed-in', absent)],
  },
  row('/api/views', get('', 'signed-in'), post('', roles, { body: { place: 'journal', name: 'Mine', search: 'q=1' } }), remove('?id=some-view', 'signed-in', absent)),
]; // prettier-ignore

const places = ['/', '/access', '/changes', '/changes/[changeSetId]', '/changes/history', '/changes/import', '/connections', '/connections/compare', '/journal', '/metadata', '/notices', '/sessions']; // prettier-ignore

/** Every page: where it sends somebody who is not signed in; null: it shows itself. */
export const pageTable: readonly { route: string; nobody: string | null }[] = [
  ...places.map((route) => ({
    route,
    nobody: route === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(route)}`,
  })),
  { route: '/sign-in', nobody: null },
];

/** Pages of Next's own that are no address of the console: they answer as an address where nothing is. */
export const innerPages = ['/_global-error', '/_not-found'] as const;

/** What a persona gets from one method. */
export function expected(asked: Offer, persona: Persona): { status: number; code: ErrorCode | undefined } {
  const held = personas[persona];
  if (asked.allowed !== 'anyone') {
    if (held === null) return { status: 401, code: 'signed-out' };
    const { allowed } = asked;
    if (allowed !== 'signed-in' && !held.some((role) => allowed.includes(role)))
      return { status: 403, code: 'forbidden' };
  }
  return { status: asked.status, code: asked.code };
}
