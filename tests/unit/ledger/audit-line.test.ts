import { describe, expect, it } from 'vitest';
import { ledgerFactsSchema, type LedgerEntry, type LedgerFacts } from '@/lib/contract/changes/ledger';
import { auditLine } from '@/lib/domain/ledger/audit-line';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { faultsOfEvent } from '@/tests/support/ledger/ocsf';

const actor = {
  id: 'person-1',
  name: 'Dana "the admin"\u2028',
  roles: ['security-administrator' as const],
  session: 'session-1',
};
const by = { actor, requestId: 'request-1' };
const cell = { recordType: 'Customer', recordId: '10001', entityId: '=100' };
const attempt = { connection: 'default', set: 'set-1', position: 0, attempt: 1, cell, actor };
const period = { since: '2026-01-01T00:00:00.000Z', until: '2026-01-01T00:05:00.000Z' };
const at = '2026-01-02T00:00:00.000Z';

/** One entry of each kind, and more where a kind has more than one meaning. */
const facts: LedgerFacts[] = [
  { kind: 'ledger.began', ledger: 'ledger-1' },
  { kind: 'ledger.key', publicKey: 'key', fingerprint: 'f'.repeat(64) },
  { kind: 'ledger.gap', checkpointSeq: 9, checkpointHash: 'a'.repeat(64), checkpointAt: at, headSeq: 5 },
  { kind: 'ledger.demo-began', note: 'Demo history.' },
  { kind: 'ledger.demo-ended', note: 'Demo history.', began: 4, last: 6, complete: true },
  { kind: 'session.started', ...by, session: 'session-1', address: '192.0.2.7', way: 'oidc' },
  { kind: 'session.started', ...by, session: 'session-1', address: '', way: 'demo' },
  { kind: 'session.ended', ...by, person: 'person-2', sessions: ['session-2', 'session-3'], how: 'revoked' },
  { kind: 'session.refused', address: '192.0.2.7', failure: 'expired', detail: 'Too late.', times: 3 },
  { kind: 'person.roles', ...by, person: { id: 'person-1', name: 'Dana' }, before: [], after: ['auditor'] },
  {
    kind: 'person.roles',
    ...by,
    person: { id: 'person-1', name: 'Dana' },
    before: ['accountant'],
    after: ['auditor'],
  },
  { kind: 'person.roles', ...by, person: { id: 'person-1', name: 'Dana' }, before: ['auditor'], after: [] },
  { kind: 'request.refused', ...by, method: 'POST', path: '/api/access', code: 'forbidden', times: 2 },
  {
    kind: 'set.created',
    ...by,
    ...{ connection: 'default', set: 'set-1', setKind: 'changes', total: 2, cells: 'c'.repeat(64) },
    reason: 'New plant',
  },
  { kind: 'set.state', connection: 'default', set: 'set-1', state: 'paused', why: 'The service is down.' },
  ...[2, 1].map((count): LedgerFacts => ({
    kind: 'set.state',
    ...{ connection: 'default', set: 'set-1', state: 'done', why: '', refused: { count, of: 2 } },
  })),
  {
    kind: 'change.intent',
    ...attempt,
    ...{ send: 1, before: null, wanted: true, expected: null, requestId: 'request-1' },
  },
  { kind: 'change.open', ...attempt, wanted: true, sends: 1, detail: 'No answer.' },
  ...(['applied', 'already', 'conflict', 'rejected', 'cancelled'] as const).map((outcome): LedgerFacts => ({
    kind: 'change.outcome',
    ...attempt,
    ...{ outcome, before: false, wanted: true, after: true, sends: 1, detail: 'd', serviceRequests: [] },
  })),
  { kind: 'access.outside', connection: 'default', cell, before: true, after: null, ...period },
  { kind: 'access.outside-more', connection: 'default', count: 12, ...period },
  { kind: 'outside.reviewed', ...by, connection: 'default', last: 8, count: 2 },
  {
    kind: 'access.accepted',
    ...by,
    ...{ connection: 'default', detail: 'Far fewer.', before: null, now: { records: 1, assignments: 2 } },
  },
  ...(['added', 'changed', 'removed', 'tested', 'sent-again'] as const).map((act): LedgerFacts => ({
    kind: 'notices.receiver',
    ...by,
    receiver: { id: 'a-receiver', name: 'Operations', kind: 'webhook' },
    ...{ act, detail: 'hooks.example.com: log not intact' },
  })),
  { kind: 'exported', ...by, what: 'matrix', connection: 'default', detail: 'csv' },
];

function lineOf(one: LedgerFacts, seq = 7): string {
  const entry: LedgerEntry = { ...one, seq, at };
  const body = canonicalJson(entry);
  return auditLine({ seq, at: Date.parse(at), body, hash: 'b'.repeat(64), entry }, '1.2.3');
}

const eventOf = (one: LedgerFacts) => JSON.parse(lineOf(one)) as Record<string, unknown>;
const only = (kind: LedgerFacts['kind'], at = 0) => {
  const found = facts.filter((one) => one.kind === kind)[at];
  if (!found) throw new Error(`There is no ${kind}.`);
  return eventOf(found);
};

describe('a line of the audit log', () => {
  it('is an event that the OCSF schema allows, for each kind of entry', () => {
    const kinds = ledgerFactsSchema.options.flatMap(({ shape }) => [...shape.kind.values]);
    expect([...new Set(facts.map(({ kind }) => kind))].sort()).toEqual(kinds.sort());
    for (const one of facts) expect(faultsOfEvent(eventOf(one)), one.kind).toEqual([]);
  });

  it('is one line, and holds the entry as it is stored, with its number and hash', () => {
    const created = facts.find(({ kind }) => kind === 'set.created');
    if (!created) throw new Error('There is no entry.');
    expect(actor.name).toContain('\u2028');
    expect(lineOf(created)).not.toMatch(/[\n\r\u2028]/);
    const { metadata, raw_data, time } = eventOf(created);
    expect(metadata).toMatchObject({
      ...{ log_name: 'mem-audit', sequence: 7, uid: 'b'.repeat(64) },
      product: { version: '1.2.3' },
    });
    expect(time).toBe(Date.parse(at));
    expect(JSON.parse(String(raw_data))).toEqual({ ...created, seq: 7, at });
  });

  it('says who signed in from where, and who could not', () => {
    expect(only('session.started')).toMatchObject({
      ...{ class_uid: 3002, activity_id: 1, status_id: 1, src_endpoint: { ip: '192.0.2.7' } },
      user: { uid: 'person-1' },
    });
    expect(only('session.refused')).toMatchObject({ class_uid: 3002, status_id: 2, count: 3 });
    expect(only('session.ended')).toMatchObject({
      ...{ class_uid: 3002, activity_id: 2, user: { uid: 'person-2' } },
      actor: { user: { uid: 'person-1' } },
    });
  });

  it('says whose access to what was changed, from which value to which, and whether it was', () => {
    expect(only('change.outcome')).toMatchObject({
      ...{ class_uid: 3004, activity_id: 3, status_id: 1, actor: { user: { uid: 'person-1' } } },
      entity: { name: 'Customer 10001 for =100', data: { ...cell, accessible: false } },
      entity_result: { data: { ...cell, accessible: true } },
    });
    expect(only('change.outcome', 3)).toMatchObject({ status_id: 2, status_code: 'rejected' });
    expect(only('access.outside')).toMatchObject({ activity_id: 4, severity_id: 3 });
  });

  it('tells a set whose changes were refused from one that was done', () => {
    expect(only('set.state', 1)).toMatchObject({
      ...{ status_id: 2, severity_id: 3 },
      message: 'The change set is done: all its changes were refused.',
    });
    expect(only('set.state', 2)).toMatchObject({
      ...{ status_id: 1, severity_id: 3 },
      message: 'The change set is done: 1 of 2 changes were refused.',
    });
  });

  it('tells roles that were given from roles that were taken', () => {
    expect(only('person.roles', 0)).toMatchObject({ activity_id: 1, privileges: ['auditor'] });
    expect(only('person.roles', 1)).toMatchObject({ activity_id: 99, activity_name: 'Change Roles' });
    expect(only('person.roles', 2)).toMatchObject({ activity_id: 2, privileges: ['auditor'] });
  });

  it('is there also for an entry that this version cannot read', () => {
    const body = '{"kind":"of a newer version","seq":3}';
    const event = JSON.parse(
      auditLine({ seq: 3, at: 5, body, hash: 'b'.repeat(64), entry: null }, '1.2.3'),
    ) as object;
    expect(faultsOfEvent(event)).toEqual([]);
    expect(event).toMatchObject({ class_uid: 0, raw_data: body, metadata: { sequence: 3 } });
  });
});
