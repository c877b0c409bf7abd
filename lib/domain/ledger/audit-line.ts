import type { Cell } from '@/lib/contract/access/access';
import type { LedgerActor, LedgerEntry, LedgerFacts, LedgerKind } from '@/lib/contract/changes/ledger';
import { onOneLine } from '@/lib/domain/one-line';

/** One entry of the log as it is stored; `entry` is null where this version cannot read it. */
export interface StoredEntry {
  seq: number;
  /** Milliseconds since 1970 by the database's clock. */
  at: number;
  body: string;
  hash: string;
  entry: LedgerEntry | null;
}

const schemaVersion = '1.2.0';

/** Names the lines among those that the console writes about itself. */
const logName = 'mem-audit';

/** OCSF's numbers: category, class, and activities of the class. */
const classes = {
  base: { category: 0, uid: 0 },
  authentication: { category: 3, uid: 3002, logon: 1, logoff: 2 },
  entity: { category: 3, uid: 3004, create: 1, update: 3, delete: 4 },
  userAccess: { category: 3, uid: 3005, assign: 1, revoke: 2 },
  webResources: { category: 6, uid: 6001, create: 1, read: 2, update: 3, delete: 4, export: 7 },
} as const;
const other = 99;
const [informational, low, medium, critical] = [1, 2, 3, 5];
const [unknown, success, failure] = [0, 1, 2];

interface Told {
  of: { category: number; uid: number };
  activity: number;
  message: string;
  severity?: number;
  status?: number;
  /** Attributes of the class. */
  more: Readonly<Record<string, unknown>>;
}

type EntryOf<K extends LedgerKind> = LedgerFacts & { kind: K };

const receiverActs = {
  added: 'A person added a receiver of notices.',
  changed: 'A person changed a receiver of notices.',
  removed: 'A person removed a receiver of notices.',
  tested: 'A person sent a test message to a receiver of notices.',
  'sent-again': 'A person sent notices again that were given up.',
};

/** What each kind of entry is in OCSF. */
const table: { [K in LedgerKind]: (entry: EntryOf<K>) => Told } = {
  'ledger.began': ({ ledger }) =>
    managed('create', { type: 'log', uid: ledger }, { message: 'The log began.' }),
  'ledger.key': ({ fingerprint }) =>
    managed(
      'create',
      { type: 'signing key', uid: fingerprint },
      { message: 'This key signs checkpoints from now on.' },
    ),
  'ledger.gap': ({ checkpointSeq, headSeq }) =>
    managed(
      'delete',
      { type: 'log', name: 'log', data: { checkpointSeq, headSeq } },
      { message: 'Entries of the log are lost.', severity: critical, status: failure },
    ),
  'ledger.demo-began': demoNote,
  'ledger.demo-ended': demoNote,
  'session.started': ({ actor, session, address, way }) => ({
    of: classes.authentication,
    activity: classes.authentication.logon,
    message: 'A person signed in.',
    status: success,
    more: {
      ...authenticated(actor),
      ...(way === 'oidc'
        ? { auth_protocol_id: 4, auth_protocol: 'OpenID' }
        : { auth_protocol_id: other, auth_protocol: way }),
      session: { uid: session },
      src_endpoint: endpoint(address),
    },
  }),
  'session.ended': ({ actor, person, sessions, how }) => ({
    of: classes.authentication,
    activity: classes.authentication.logoff,
    message: endings[how],
    status: success,
    more: {
      ...authenticated(actor),
      user: { uid: person, ...(actor?.id === person && { name: actor.name }) },
      session: { uid: sessions[0], count: sessions.length },
    },
  }),
  'session.refused': ({ address, failure: code, detail, times }) => ({
    of: classes.authentication,
    activity: classes.authentication.logon,
    message: 'A sign-in was refused.',
    severity: medium,
    status: failure,
    more: {
      ...authenticated(undefined),
      src_endpoint: endpoint(address),
      status_code: code,
      status_detail: detail,
      count: times,
    },
  }),
  'person.roles': ({ person, before, after }) => {
    const given = after.filter((role) => !before.includes(role));
    const taken = before.filter((role) => !after.includes(role));
    const { assign, revoke } = classes.userAccess;
    const isBoth = given.length > 0 && taken.length > 0;
    return {
      of: classes.userAccess,
      activity: isBoth ? other : given.length > 0 ? assign : revoke,
      message:
        before.length === 0
          ? 'A person signed in for the first time, or without roles before.'
          : 'A person signed in with other roles than before.',
      severity: low,
      status: success,
      more: {
        ...(isBoth && { activity_name: 'Change Roles' }),
        user: { uid: person.id, name: person.name },
        privileges: isBoth ? after : [...given, ...taken],
      },
    };
  },
  'request.refused': ({ method, path, code, times }) => ({
    of: classes.webResources,
    activity: classes.webResources[methodActivities[method] ?? 'read'],
    message: 'A person asked for something that their role does not allow.',
    severity: medium,
    status: failure,
    more: {
      web_resources: [{ name: path, url_string: path }],
      http_request: { http_method: method, url: { path } },
      status_code: code,
      count: times,
    },
  }),
  'set.created': ({ connection, set, setKind, total, reason, source, undoOf }) =>
    managed(
      'create',
      { type: 'change set', uid: set, data: { connection, kind: setKind, total, source, undoOf } },
      { message: 'A person asked for changes of access.', comment: reason },
    ),
  'set.state': ({ connection, set, state, why, actor, refused }) =>
    managed(
      'update',
      { type: 'change set', uid: set, data: { connection, state, refused } },
      {
        message: refused
          ? `The change set is ${state}: ${refusedWords(refused)}`
          : `The change set is ${state}.`,
        detail: why,
        ...(refused && { severity: medium }),
        ...(refused && refused.count === refused.of && { status: failure }),
        ...(state === 'paused' && actor === undefined && { severity: low }),
      },
    ),
  'change.intent': ({ connection, cell, set, send, before, wanted }) =>
    managed('update', accessOf(connection, cell, before), {
      message: 'The console sends a change of access.',
      status: unknown,
      result: accessOf(connection, cell, wanted, { set, send }),
    }),
  'change.open': ({ connection, cell, set, wanted, detail }) =>
    managed('update', accessOf(connection, cell), {
      message: 'A change of access was sent and is not confirmed yet.',
      severity: low,
      status: unknown,
      detail,
      result: accessOf(connection, cell, wanted, { set }),
    }),
  'change.outcome': ({ connection, cell, set, outcome, before, after, detail, wanted }) => {
    const isMade = outcome === 'applied' || outcome === 'already';
    return managed('update', accessOf(connection, cell, before), {
      message: `The change of access ended as ${outcome}.`,
      ...(!isMade && { severity: low }),
      status: isMade ? success : failure,
      code: outcome,
      detail,
      result: accessOf(connection, cell, after, { set, wanted }),
    });
  },
  'access.outside': ({ connection, cell, before, after, since, until }) =>
    managed(
      before === null ? 'create' : after === null ? 'delete' : 'update',
      accessOf(connection, cell, before, { since, until }),
      {
        message: 'Access was changed outside the console.',
        severity: medium,
        result: accessOf(connection, cell, after),
      },
    ),
  'access.outside-more': ({ connection, count, since, until }) =>
    managed(
      'update',
      { type: 'access', name: 'several assignments', data: { connection, since, until } },
      { message: 'More access was changed outside the console.', severity: medium, count },
    ),
  'outside.reviewed': ({ connection, last, count }) =>
    managed(
      'update',
      { type: 'review of outside changes', uid: String(last), data: { connection } },
      { message: 'A person reviewed what was changed outside the console.', count },
    ),
  'access.accepted': ({ connection, before, now, detail }) =>
    managed(
      'update',
      { type: 'list of assignments', uid: connection, data: before },
      {
        message: 'A person accepted that the service lists less than before.',
        severity: medium,
        detail,
        result: { type: 'list of assignments', uid: connection, data: now },
      },
    ),
  'notices.receiver': ({ receiver: { id, name, kind }, act, detail }) =>
    managed(
      act === 'added' ? 'create' : act === 'removed' ? 'delete' : 'update',
      { type: 'receiver of notices', uid: id, name, data: { kind, act } },
      { message: receiverActs[act], detail },
    ),
  exported: ({ what, connection, detail }) => ({
    of: classes.webResources,
    activity: classes.webResources.export,
    message: 'A file left the console.',
    status: success,
    more: {
      web_resources: [{ type: what, name: what, desc: detail, ...(connection && { uid: connection }) }],
    },
  }),
};

/**
 * An entry of the log as one line of JSON in OCSF 1.2, without its line end. `metadata.sequence` is the entry's number,
 * `metadata.uid` its hash in the chain, `raw_data` its stored text.
 * @param version of the console that writes the line.
 */
export function auditLine({ seq, at, body, hash, entry }: StoredEntry, version: string): string {
  const { of, activity, message, severity, status, more } = entry === null ? unreadable : toldBy(entry);
  const actor = entry && 'actor' in entry ? entry.actor : undefined;
  const requestId = entry && 'requestId' in entry ? entry.requestId : undefined;
  const line = JSON.stringify({
    class_uid: of.uid,
    category_uid: of.category,
    activity_id: activity,
    type_uid: of.uid * 100 + activity,
    time: at,
    severity_id: severity ?? informational,
    status_id: status ?? success,
    message,
    ...(actor && { actor: { user: userOf(actor), session: { uid: actor.session } } }),
    ...more,
    metadata: {
      version: schemaVersion,
      product: { name: 'MEM Console', vendor_name: 'MEM Console', version },
      log_name: logName,
      sequence: seq,
      uid: hash,
      ...(entry && { event_code: entry.kind }),
      ...(requestId !== undefined && { correlation_uid: requestId }),
      ...(actor && { profiles: ['host'] }), // the profile that has the actor
    },
    raw_data: body,
  });
  return onOneLine(line);
}

const unreadable: Told = {
  of: classes.base,
  activity: unknown,
  message: 'This version of the console cannot read the entry.',
  severity: unknown,
  status: unknown,
  more: {},
};

function toldBy<K extends LedgerKind>(entry: EntryOf<K>): Told {
  return table[entry.kind](entry);
}

interface ManagedEntity {
  type: string;
  uid?: string;
  name?: string;
  data?: unknown;
}

interface About {
  message: string;
  severity?: number;
  status?: number;
  code?: string;
  detail?: string;
  comment?: string;
  count?: number;
  result?: ManagedEntity;
}

function managed(
  activity: 'create' | 'update' | 'delete',
  entity: ManagedEntity,
  { message, severity, status, code, detail, comment, count, result }: About,
): Told {
  return {
    of: classes.entity,
    activity: classes.entity[activity],
    message,
    ...(severity !== undefined && { severity }),
    ...(status !== undefined && { status }),
    more: {
      entity,
      ...(result && { entity_result: result }),
      ...(comment && { comment }),
      ...(code && { status_code: code }),
      ...(detail && { status_detail: detail }),
      ...(count !== undefined && { count }),
    },
  };
}

function accessOf(
  connection: string,
  { recordType, recordId, entityId }: Cell,
  accessible?: boolean | null,
  more: object = {},
): ManagedEntity {
  return {
    type: 'access',
    uid: JSON.stringify([connection, recordType, recordId, entityId]),
    name: `${recordType} ${recordId} for ${entityId}`,
    data: { connection, recordType, recordId, entityId, accessible, ...more },
  };
}

function demoNote({ note }: EntryOf<'ledger.demo-began' | 'ledger.demo-ended'>): Told {
  return managed('update', { type: 'log', name: 'log' }, { message: note });
}

function refusedWords({ count, of }: { count: number; of: number }): string {
  return count === of
    ? 'all its changes were refused.'
    : `${String(count)} of ${String(of)} changes were refused.`;
}

const endings = {
  'signed-out': 'A person signed out.',
  revoked: 'An administrator ended sessions.',
  replaced: 'A new sign-in ended a session.',
} as const;

const methodActivities: Record<string, 'create' | 'read' | 'update' | 'delete' | undefined> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** What the class Authentication needs; of a refused sign-in nobody is known. */
function authenticated(actor: LedgerActor | undefined): Record<string, unknown> {
  return {
    user: actor ? userOf(actor) : { name: 'unknown', type_id: 0 },
    service: { name: 'MEM Console' },
  };
}

function userOf({ id, name, roles }: LedgerActor): Record<string, unknown> {
  return { uid: id, name, groups: roles.map((role) => ({ name: role, type: 'role' })) };
}

function endpoint(address: string): Record<string, unknown> {
  return address === '' ? { name: 'unknown' } : { ip: address };
}
