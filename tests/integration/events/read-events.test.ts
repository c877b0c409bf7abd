import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import type { Role } from '@/lib/contract/session/roles';
import type { Actor } from '@/lib/server/auth/actor';
import { ConsoleError } from '@/lib/server/console-error';
import { Ledger } from '@/lib/server/ledger/ledger';
import { EventHub } from '@/lib/server/services/events/event-hub';
import { readEvents } from '@/lib/server/services/events/read-events';
import type { ContextParts } from '@/tests/support/console/connected-console';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { EventReader } from '@/tests/support/console/event-reader';
import { tamperWith } from '@/tests/support/ledger/tampered-ledger';

let stage: Scenario;
let readers: EventReader[];

beforeEach(async () => {
  stage = await startScenario({ size: 'demo' });
  readers = [];
});
afterEach(async () => {
  for (const reader of readers) await reader.stop();
  await stage.close();
});

const ann: Actor = {
  personId: 'ann',
  name: 'Ann',
  roles: ['security-administrator'],
  sessionId: 'a-session',
};

async function listen(role: Role, more: ContextParts = {}): Promise<EventReader> {
  const ctx = stage.context(role, more);
  const { body } = await readEvents({ ctx, input: {} });
  if (!(body instanceof ReadableStream)) throw new Error('It is not a stream.');
  const reader = new EventReader(body);
  readers.push(reader);
  await reader.until((events) => events.length > 0);
  return reader;
}

const cellAt = (index: number) => ({
  recordType: 'Customer',
  recordId: String(10_000 + index),
  entityId: '100',
});

const actorOf = ({ personId, name, roles, sessionId }: Actor) => ({
  id: personId,
  name,
  roles: [...roles],
  session: sessionId,
});

function outcome(index: number, connection = 'default'): LedgerFacts {
  return {
    kind: 'change.outcome',
    connection,
    set: 'a-set',
    position: index,
    attempt: 1,
    cell: cellAt(index),
    actor: actorOf(ann),
    outcome: 'applied',
    before: false,
    wanted: true,
    after: true,
    sends: 1,
    detail: '',
    serviceRequests: [],
  };
}

const record = (facts: LedgerFacts[], ledger = ledgerOf()) => ledger.append(facts);
const ledgerOf = (): Ledger => stage.context(null).console.ledger;

describe('the stream of events', () => {
  it('tells who changed which cell to what, and in which set', async () => {
    const reader = await listen('auditor');
    await record([outcome(1), { ...outcome(2), kind: 'change.open' } as LedgerFacts]);
    await record([
      {
        kind: 'access.outside',
        connection: 'default',
        cell: cellAt(3),
        before: true,
        after: null,
        since: '2026-11-22T10:00:00.000Z',
        until: '2026-11-22T10:05:00.000Z',
      },
    ]);
    await reader.until(() => reader.cells().length >= 3);
    const person = { id: 'ann', name: 'Ann' };
    const common = { outside: false, changeSetId: 'a-set', person };
    expect(reader.cells()).toEqual([
      { ...cellAt(1), accessible: true, unconfirmed: false, applied: true, ...common },
      { ...cellAt(2), accessible: true, unconfirmed: true, applied: false, ...common },
      {
        ...cellAt(3),
        accessible: null,
        unconfirmed: false,
        applied: false,
        outside: true,
        changeSetId: null,
        person: null,
      },
    ]);
  });

  it('tells that somebody reviewed what was changed outside, though no cell changed', async () => {
    const reader = await listen('auditor');
    const review = { kind: 'outside.reviewed' as const, actor: actorOf(ann), requestId: 'a-request' };
    await record([{ ...review, connection: 'another', last: 1, count: 1 }]);
    await record([{ ...review, connection: 'default', last: 2, count: 1 }]);
    await reader.until((events) => events.some(({ name }) => name === 'access'));
    expect(reader.events.filter(({ name }) => name === 'access').map(({ data }) => data)).toEqual([
      { connection: 'default', reviewed: true, cells: [] },
    ]);
  });

  it('leaves out changes of which nothing was read, and those of other connections', async () => {
    const reader = await listen('auditor');
    const unread = { ...outcome(1), outcome: 'cancelled', after: undefined } as LedgerFacts; // as one that was never sent
    await record([unread, outcome(2, 'another'), outcome(3)]);
    await reader.until(() => reader.cells().length > 0);
    expect(reader.cells().map(({ recordId }) => recordId)).toEqual([cellAt(3).recordId]);
  });

  it('hears what another replica wrote, without any notice', async () => {
    const reader = await listen('auditor');
    await record([outcome(1)], new Ledger(stage.context(null).console.database));
    await reader.until(() => reader.cells().length > 0);
    expect(reader.cells()).toHaveLength(1);
    expect(stage.connection.mirror.valueOf(cellAt(1))).not.toBe(false); // and the mirror has learnt it
  });

  it('goes on without a gap and without a repetition wherever it is broken off', async () => {
    const writing = (async () => {
      for (let i = 0; i < 500; i += 5) {
        await record([0, 1, 2, 3, 4].map((more) => outcome(i + more)));
        await new Promise((done) => setTimeout(done, 10)); // so that streams begin and end in the middle
      }
    })();
    const heard: string[] = [];
    let lastEventId = '0';
    let streams = 0;
    while (heard.length < 500) {
      const reader = await listen('auditor', { lastEventId });
      const enough = 1 + ((streams++ * 37) % 90);
      await reader.until(() => reader.cells().length >= Math.min(enough, 500 - heard.length));
      heard.push(...reader.cells().map(({ recordId }) => recordId));
      lastEventId = String(reader.lastId);
      await reader.stop();
    }
    await writing;
    expect(streams).toBeGreaterThan(2);
    expect(heard).toEqual(Array.from({ length: 500 }, (_, index) => cellAt(index).recordId));
  });

  // It rests for five seconds where there is nothing new, and would do so between pages of the table.
  it('goes on at once through pages of another connection, and past a damaged entry', async () => {
    const [damaged] = (await record([outcome(1)])).filter(({ kind }) => kind === 'change.outcome');
    await record(Array.from({ length: 9_900 }, (_, i) => outcome(i, 'another')));
    await record([outcome(2)]);
    const {
      console: { database },
    } = stage.context(null);
    await tamperWith(database, `update ledger_entry set body = 'x' where seq = ${String(damaged?.seq)}`);
    const reader = await listen('auditor', { lastEventId: '0' });
    await reader.until(() => reader.cells().length > 0);
    expect(reader.cells().map(({ recordId }) => recordId)).toEqual([cellAt(2).recordId]);
  }, 20_000);

  it('tells all that was missed although the first entry since the start cannot be read', async () => {
    await record([outcome(1), outcome(2)]);
    const {
      request: { log },
      console: { database, ledger, signals },
    } = stage.context(null);
    const hub = new EventHub({ ledger, signals, connections: [], readSets: () => Promise.resolve([]), log });
    const began = await hub.head();
    const [unreadable] = await record([outcome(3)], new Ledger(database)); // of a newer version, say
    await tamperWith(database, `update ledger_entry set body = 'x' where seq = ${String(unreadable?.seq)}`);
    await expect.poll(() => hub.after(began, 'default')).toMatchObject({ events: [] });
    const part = await hub.after(1, 'default');
    expect(part?.events.map(({ seq }) => seq)).toEqual([2, 3]);
    hub.close();
  });

  it('begins now for a new listener, and says when one was away for too long or knows another ledger', async () => {
    await record([outcome(1)]);
    const { seq } = await ledgerOf().head();
    const helloOf = (reader: EventReader) => reader.events[0]?.data;
    expect(helloOf(await listen('auditor'))).toEqual({ after: seq, reset: false });
    expect(helloOf(await listen('auditor', { lastEventId: '1' }))).toEqual({ after: 1, reset: false });
    expect(helloOf(await listen('auditor', { lastEventId: '99999' }))).toEqual({ after: seq, reset: true });
    const many = Array.from({ length: 10_001 }, (_, index) => outcome(index, 'another'));
    await record(many);
    const now = await ledgerOf().head();
    const late = helloOf(await listen('auditor', { lastEventId: '1' }));
    const then = await ledgerOf().head(); // the first read of the matrix may find that the service says otherwise
    expect(late).toMatchObject({ reset: true });
    const { after } = late as { after: number };
    expect([now.seq <= after, after <= then.seq]).toEqual([true, true]);
  });

  it('loses nothing for a listener who takes nothing while thousands of changes happen', async () => {
    const reader = await listen('auditor');
    for (let i = 0; i < 7_000; i += 1_000)
      await record(Array.from({ length: 1_000 }, (_, index) => outcome(i + index)));
    await reader.until(() => reader.cells().length >= 7_000);
    expect(reader.cells().map(({ recordId }) => recordId)).toEqual(
      Array.from({ length: 7_000 }, (_, index) => cellAt(index).recordId),
    );
  });

  it('tells an accountant that it lives, and nothing of changes', async () => {
    const [accountant, auditor] = [await listen('accountant'), await listen('auditor')];
    await record([outcome(1)]);
    await auditor.until(() => auditor.cells().length > 0);
    stage.context(null).console.events.close();
    await accountant.untilEnd();
    expect(accountant.events.map(({ name }) => name)).toEqual(['hello']);
  });

  it.each([
    ['the session has ended', () => null],
    ['the role was taken away', (): Actor => ({ ...ann, roles: ['accountant'] })],
  ])('ends, and tells nothing more, once %s', async (_, now) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let actor: Actor | null = ann;
    const reader = await listen('security-administrator', { actorNow: () => Promise.resolve(actor) });
    await record([outcome(1)]);
    await reader.until(() => reader.cells().length === 1);
    vi.advanceTimersByTime(1_000); // what was seen a second ago counts no longer
    actor = now();
    await record([outcome(2)]);
    await reader.untilEnd();
    expect(reader.cells()).toHaveLength(1);
  });

  it.each<[string, LedgerFacts]>([
    ['its session was ended, by whichever replica', { kind: 'session.ended', person: 'ann', sessions: ['another', 'a-session'], how: 'revoked' }],
    ['its person signed in with other roles', { kind: 'person.roles', person: { id: 'ann', name: 'Ann' }, before: [], after: ['accountant'] }],
  ])('ends without an event to send as soon as the log says that %s', async (_, fact) => {
    // No timer of the stream fires and no time passes: only the entry can make it look.
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let actor: Actor | null = ann;
    const more = { actor: ann, actorNow: () => Promise.resolve(actor) };
    const reader = await listen('security-administrator', more);
    const other = await listen('auditor');
    actor = null;
    await record([fact]);
    await reader.untilEnd();
    await record([outcome(1)]);
    await other.until(() => other.cells().length > 0); // somebody else's goes on
  }); // prettier-ignore

  it('keeps what happens while nobody can say whether the session lives, and tells it afterwards', async () => {
    let isAway = false;
    const actorNow = (): Promise<Actor> =>
      isAway ? Promise.reject(new ConsoleError('ledger-unavailable', 'It is away.')) : Promise.resolve(ann);
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const reader = await listen('security-administrator', { actorNow });
    vi.advanceTimersByTime(1_000);
    isAway = true;
    await record([outcome(1)]);
    setTimeout(() => (isAway = false), 300);
    await reader.until(() => reader.cells().length > 0);
    expect(isAway).toBe(false);
  });

  it('has four places for a session, and gives them back', async () => {
    const open = await Promise.all(Array.from({ length: 4 }, () => listen('auditor')));
    await expect(listen('auditor')).rejects.toMatchObject({ code: 'rate-limited' });
    await open[0]?.stop();
    await listen('auditor');
    const gone = new AbortController();
    await open[1]?.stop();
    await listen('auditor', { signal: gone.signal });
    gone.abort();
    await listen('auditor');
    await open[2]?.stop();
    await listen('auditor', { signal: AbortSignal.abort() }); // nobody reads it any more once it is there
    await listen('auditor');
  });

  it('gives a sign of life while nothing happens, from which a browser knows where to go on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const reader = await listen('auditor');
    const began = reader.lastId ?? 0;
    const { seq } =
      (await record([{ kind: 'exported', actor: actorOf(ann), what: 'journal', detail: '' }])).at(-1) ??
      expect.fail('Nothing was written.');
    expect(seq).toBeGreaterThan(began);
    let isTold = false;
    const told = reader.untilId(seq).then(() => (isTold = true));
    while (!isTold) {
      vi.advanceTimersByTime(5_000);
      await wait(50);
    }
    await told;
    expect(reader.events.map(({ name }) => name)).not.toContain('access');
  });

  it('tells how far the matrix is read, to the end', async () => {
    const reader = await listen('auditor');
    stage.connection.mirror.refresh();
    const isComplete = () =>
      reader.events.some(
        ({ name, data }) => name === 'load' && 'complete' in data && data.complete && !data.loading,
      );
    await reader.until(isComplete);
    expect(isComplete()).toBe(true);
  });
});
