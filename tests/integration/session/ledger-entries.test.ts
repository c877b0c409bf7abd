import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import type { Role } from '@/lib/contract/session/roles';
import { SignInError } from '@/lib/server/auth/sign-in-error';
import { ConsoleError } from '@/lib/server/console-error';
import { noteDeniedRequest } from '@/lib/server/http/failure';
import { DeniedRequests } from '@/lib/server/ledger/denied-requests';
import { beginSession } from '@/lib/server/services/session/begin-session';
import { endSession } from '@/lib/server/services/session/end-session';
import { endSessions } from '@/lib/server/services/session/end-sessions';
import { signInDemo } from '@/lib/server/services/session/sign-in-demo';
import { signOut } from '@/lib/server/services/session/sign-out';
import type { ServiceContext } from '@/lib/server/services/verb';
import { contextOf } from '@/tests/support/console/connected-console';
import type { ContextParts } from '@/tests/support/console/connected-console';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario;
beforeEach(async () => {
  service = await startScenario({ size: 'demo' });
});
afterEach(() => service.close());

/** What the ledger holds of people, without its own first entries. */
async function entries(): Promise<LedgerEntry[]> {
  const rows = await service.context(null).console.ledger.read(0, 1_000);
  const all = rows.map(({ body }) => JSON.parse(body) as LedgerEntry); // written by the ledger
  return all.filter(({ kind }) => !kind.startsWith('ledger.'));
}

/** Somebody's context with the session that a browser has, if any. */
function browser(sessionToken: string | null = null, more: ContextParts = {}): ServiceContext {
  const context = service.context(null, more);
  return contextOf(context, { caller: { ...context.request.caller, sessionToken } });
}

const dana = (roles: readonly Role[]) => ({ issuer: 'demo', subject: 'dana', name: 'Dana', roles });

const tokenOf = (cookie: string): string => /=([\w-]+)/.exec(cookie)?.[1] ?? '';

describe('the ledger', () => {
  it('holds each sign-in with who, from where and how, and roles that are other ones than before', async () => {
    await signInDemo({ ctx: browser(), input: { role: 'auditor' } });
    await signInDemo({ ctx: browser(), input: { role: 'auditor' } });
    const all = await entries();
    const actor = { name: 'Ines Keller', roles: ['auditor'] };
    expect(all).toMatchObject([
      { kind: 'session.started', actor, address: '127.0.0.1', way: 'demo', requestId: 'test-request' },
      { kind: 'person.roles', actor, before: [], after: ['auditor'], person: { name: 'Ines Keller' } },
      { kind: 'session.started', actor },
    ]);
    await beginSession(browser(), dana(['accountant', 'auditor']));
    await beginSession(browser(), dana(['auditor', 'accountant'])); // the same ones
    await beginSession(browser(), dana(['security-administrator']));
    expect((await entries()).slice(3)).toMatchObject([
      { kind: 'session.started' },
      { kind: 'person.roles', before: [], after: ['accountant', 'auditor'] },
      { kind: 'session.started' },
      { kind: 'session.started', actor: { roles: ['security-administrator'] } },
      { kind: 'person.roles', before: ['auditor', 'accountant'], after: ['security-administrator'] },
    ]);
  });

  it('holds how each session ended: by its person, by an administrator, by the next one in the browser', async () => {
    const first = await beginSession(browser(), dana(['auditor']));
    const second = await beginSession(browser(tokenOf(first.cookie)), dana(['auditor']));
    const { actor } = second.session;
    await signOut({ ctx: browser(tokenOf(second.cookie)), input: {} });
    await signOut({ ctx: browser(tokenOf(second.cookie)), input: {} });
    const third = await beginSession(browser(), dana(['auditor']));
    const administrator = service.context('security-administrator');
    await endSession({ ctx: administrator, input: { sessionId: third.session.actor.sessionId } });
    const more = [await beginSession(browser(), dana([])), await beginSession(browser(), dana([]))];
    const own = service.context(null, { actor: { ...actor, roles: [] } });
    await endSessions({ ctx: own, input: {} });
    await endSessions({ ctx: administrator, input: { person: actor.personId } });
    const ended = (await entries()).filter(({ kind }) => kind === 'session.ended');
    const person = actor.personId;
    expect(ended).toEqual([
      expect.objectContaining({ how: 'replaced', person, sessions: [first.session.actor.sessionId] }),
      expect.objectContaining({ how: 'signed-out', person, sessions: [actor.sessionId] }),
      expect.objectContaining({
        how: 'revoked',
        person,
        sessions: [third.session.actor.sessionId],
        actor: expect.objectContaining({ id: 'somebody' }) as unknown,
      }),
      expect.objectContaining({
        how: 'signed-out',
        person,
        sessions: expect.arrayContaining(more.map(({ session }) => session.actor.sessionId)) as unknown,
      }),
    ]);
  });

  it('says when sessions ended because one person had too many', async () => {
    const sessions = [];
    for (let i = 0; i < 51; i++) sessions.push(await beginSession(browser(), dana(['auditor'])));
    expect((await entries()).at(-1)).toMatchObject({
      kind: 'session.ended',
      how: 'replaced',
      sessions: [sessions[0]?.session.actor.sessionId],
    });
  });

  it('is written together with what it tells of: without it nobody is signed in, and nobody is signed out', async () => {
    const { cookie } = await beginSession(browser(), dana(['auditor']));
    const { kysely } = service.context(null).console.database;
    await sql`alter table ledger_entry rename to elsewhere`.execute(kysely);
    await expect(beginSession(browser(), dana(['accountant']))).rejects.toThrow();
    await expect(signOut({ ctx: browser(tokenOf(cookie)), input: {} })).rejects.toThrow();
    const people = await kysely.selectFrom('person').select('roles').execute();
    expect(people).toEqual([{ roles: '["auditor"]' }]);
    expect(await kysely.selectFrom('session').select('id').execute()).toHaveLength(1);
  });
});

it('a session of somebody else is ended by administrators only; others are not told that it is there', async () => {
  const { session } = await beginSession(browser(), dana(['auditor']));
  const { sessionId, personId } = session.actor;
  for (const role of ['auditor', 'accountant'] as const) {
    const ctx = service.context(role);
    await expect(endSession({ ctx, input: { sessionId } })).rejects.toMatchObject({ code: 'not-found' });
    await expect(endSessions({ ctx, input: { person: personId } })).rejects.toMatchObject({
      code: 'forbidden',
    });
  }
  expect((await entries()).filter(({ kind }) => kind === 'session.ended')).toEqual([]);
});

describe('refusals', () => {
  const forbidden = new ConsoleError('forbidden', 'This needs another role.');
  const request = (path: string, method = 'POST') => new Request(`http://localhost:3000${path}`, { method });

  it('are in the ledger once at first, and then together, for one session and address pattern', async () => {
    const ctx = service.context('auditor');
    for (const id of ['a', 'b', 'c', 'd'])
      await noteDeniedRequest(forbidden, request(`/api/changes/${id}/pause?x=1`), ctx, { changeSetId: id });
    await noteDeniedRequest(forbidden, request('/api/access'), ctx, {});
    await noteDeniedRequest(forbidden, request('/api/sessions', 'GET'), ctx, {});
    const by = { kind: 'request.refused', code: 'forbidden', actor: { id: 'somebody', roles: ['auditor'] } };
    expect(await entries()).toMatchObject([
      { ...by, method: 'POST', path: '/api/changes/a/pause', times: 1 },
      { ...by, method: 'POST', path: '/api/access', times: 1 },
      { ...by, method: 'GET', path: '/api/sessions', times: 1 },
    ]);
    await ctx.console.deniedRequests.close();
    expect((await entries()).slice(3)).toMatchObject([{ path: '/api/changes/d/pause', times: 3 }]);
  });

  it('are one however the letters of an address are written', async () => {
    const ctx = service.context('auditor');
    for (const id of ['abc', '%61bc', '%61%62c', 'a%2Fb', '%', '%zz'])
      await noteDeniedRequest(forbidden, request(`/api/changes/${id}/pause`), ctx, {
        changeSetId: /%($|z)/.test(id) ? id : decodeURIComponent(id),
      });
    await noteDeniedRequest(forbidden, request('/api/%63hanges/abc/pause'), ctx, { changeSetId: 'abc' });
    expect(await entries()).toMatchObject([{ path: '/api/changes/abc/pause', times: 1 }]);
    await ctx.console.deniedRequests.close();
  });

  it('that go on are told again after a while, with their number', async () => {
    const {
      request: { log },
      console: { ledger },
    } = service.context(null);
    const deniedRequests = new DeniedRequests(ledger, log, 500);
    const ctx = service.context('auditor', { deniedRequests });
    for (let i = 0; i < 7; i++) await noteDeniedRequest(forbidden, request('/api/access'), ctx, {});
    const times = async () => (await entries()).map((one) => ('times' in one ? one.times : 0));
    await expect.poll(async () => (await times()).reduce((sum, one) => sum + one, 0)).toBe(7);
    expect((await times()).slice(0, 1)).toEqual([1]);
    expect((await times()).length).toBeLessThan(7); // two, unless writing them took longer than the while
    await expect
      .poll(async () => {
        await noteDeniedRequest(forbidden, request('/api/access'), ctx, {});
        return (await entries()).length;
      })
      .toBeGreaterThan(2);
    await deniedRequests.close();
  });

  it('of strangers are not, nor what is refused for another reason', async () => {
    const signedOut = new ConsoleError('signed-out', 'You are signed out.');
    await noteDeniedRequest(forbidden, request('/api/session/demo'), service.context(null), {});
    await noteDeniedRequest(signedOut, request('/api/access'), service.context(null), {});
    await noteDeniedRequest(
      new ConsoleError('rate-limited', 'Later.'),
      request('/x'),
      service.context('auditor'),
      {},
    );
    await noteDeniedRequest(forbidden, request('/x'), null, {});
    expect(await entries()).toEqual([]);
  });

  it('of sign-ins are, by address and reason', async () => {
    const failed = new SignInError('refused', 'The nonce is another one.');
    const ctx = service.context(null);
    for (let i = 0; i < 3; i++)
      await noteDeniedRequest(failed, request('/api/session/oidc/callback', 'GET'), ctx, {});
    await ctx.console.deniedRequests.close();
    const told = {
      kind: 'session.refused',
      address: '127.0.0.1',
      failure: 'refused',
      detail: 'The nonce is another one.',
    };
    expect(await entries()).toMatchObject([
      { ...told, times: 1 },
      { ...told, times: 2 },
    ]);
  });

  it('of sign-ins from many addresses of one IPv6 network are one kind, with the newest address', async () => {
    const failed = new SignInError('refused', 'The nonce is another one.');
    const {
      request: { caller },
      console: { deniedRequests },
    } = service.context(null);
    const refuse = (address: string) =>
      noteDeniedRequest(
        failed,
        request('/api/session/oidc/callback', 'GET'),
        service.context(null, { deniedRequests, caller: { ...caller, address } }),
        {},
      );
    for (let i = 1; i <= 50; i++) await refuse(`2001:db8:1:2::${i.toString(16)}`);
    await refuse('2001:db8:1:3::1');
    await deniedRequests.close();
    expect(await entries()).toMatchObject([
      { address: '2001:db8:1:2::1', times: 1 },
      { address: '2001:db8:1:3::1', times: 1 },
      { address: '2001:db8:1:2::32', times: 49 },
    ]);
  });

  it('stand although the ledger cannot take them, which is logged', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const {
      console: { ledger, database },
    } = service.context(null);
    await sql`alter table ledger_entry rename to elsewhere`.execute(database.kysely);
    const ctx = service.context('auditor', { deniedRequests: new DeniedRequests(ledger, log) });
    await noteDeniedRequest(forbidden, request('/api/access'), ctx, {});
    expect(lines.join()).toContain('A refusal could not be written into the ledger.');
  });
});
