import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeSetRegister } from '@/lib/client/changes/change-set-register';
import { joinEvents } from '@/lib/client/events/events';
import { follow } from '@/lib/client/matrix/use-matrix-store';
import {
  answeringStore,
  cell,
  matrixOf,
  setIs,
  settled,
  status,
  told,
} from '@/tests/support/browser/answering-store';

/** Stands for the browser's own, which Node has not. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    FakeEventSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  say(name: string, data: unknown, lastEventId: number): void {
    this.dispatchEvent(
      new MessageEvent(name, { data: JSON.stringify(data), lastEventId: String(lastEventId) }),
    );
  }
}

const newest = () => {
  const source = FakeEventSource.all.at(-1);
  if (!source) throw new Error('No stream was opened.');
  return source;
};

beforeEach(() => {
  FakeEventSource.all = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('addEventListener', () => undefined);
  const page = { visibilityState: 'visible', querySelector: () => null };
  vi.stubGlobal('document', Object.assign(new EventTarget(), page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A store of a connection whose events it follows. */
function following(connection: string) {
  const parts = answeringStore();
  parts.store.show({ matrix: matrixOf(), status: status() }, parts.store.ask());
  const leave = joinEvents(connection);
  follow(parts.store, connection);
  return { ...parts, leave };
}

it('is kept up by a stream that broke off and goes on, but not by one that missed events', () => {
  const { store, leave } = following('breaking-off');
  newest().say('hello', { after: 1, reset: false }, 1);
  expect(store.isKeptUp).toBe(true);
  newest().dispatchEvent(new Event('error')); // the browser connects again, after beats that no page hears of
  newest().say('hello', { after: 40, reset: false }, 40);
  expect(store.isKeptUp).toBe(true);
  newest().say('hello', { after: 90, reset: true }, 90);
  expect(store.isKeptUp).toBe(false);
  leave();
});

it('hears of the change sets of its own connection', async () => {
  const { store, undone, leave } = following('sets');
  changeSetRegister.expect('elsewhere', 'set');
  changeSetRegister.takeOne('elsewhere', setIs('done'));
  await settled();
  expect(undone).toHaveLength(0);
  await store.apply([{ cell, wanted: true }], () => Promise.resolve('set'));
  expect(store.cells.note(cell)?.phase).toBe('waiting');
  changeSetRegister.expect('sets', 'set');
  changeSetRegister.takeOne('sets', setIs('done'));
  expect([store.cells.note(cell), undone.length]).toEqual([undefined, 1]);
  leave();
});

it('hears of what happened while nothing on the page wanted events', () => {
  const { store, leave } = following('left');
  newest().say('hello', { after: 5, reset: false }, 5);
  vi.useFakeTimers();
  leave();
  vi.advanceTimersByTime(2_000);
  expect(newest().readyState).toBe(FakeEventSource.CLOSED);
  const again = joinEvents('left');
  expect(newest().url).toContain('after=5');
  newest().say('hello', { after: 5, reset: false }, 5);
  newest().say('access', { connection: 'left', cells: [told({ changeSetId: 'set' })] }, 6);
  expect(store.cells.heard(cell)).toMatchObject({ value: 'granted', seq: 6 });
  again();
});

it('hears of its own connection only', () => {
  const one = following('one');
  const other = following('other');
  newest().say('hello', { after: 5, reset: false }, 5);
  newest().say('access', { connection: 'other', cells: [told()] }, 6);
  expect(other.store.cells.heard(cell)).toMatchObject({ value: 'granted' });
  expect(one.store.cells.heard(cell)).toBeUndefined();
  one.leave();
  other.leave();
});

it('takes over what came between the render of a page and its following', () => {
  const leave = joinEvents('between');
  newest().say('hello', { after: 5, reset: false }, 5);
  const { store } = answeringStore();
  follow(store, 'between');
  newest().say('access', { connection: 'between', cells: [told()] }, 6);
  // The document was asked for before that event, and is of before it.
  store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 5 }) }, store.ask());
  expect(store.cells.stateOf(cell)).toBe('granted');
  expect(store.isKeptUp).toBe(true);
  leave();
});
