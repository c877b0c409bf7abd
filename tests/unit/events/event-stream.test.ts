import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStream } from '@/lib/client/events/event-stream';

/** Stands for the browser's own, which Node has not: what it opened, and the means to answer. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  /** The console refuses: the browser gives up. */
  refuse(): void {
    this.close();
    this.dispatchEvent(new Event('error'));
  }

  say(name: string, data: unknown, lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  }
}

class FakeDocument extends EventTarget {
  visibilityState = 'visible';

  querySelector(): null {
    return null; // it was made for nobody in particular
  }

  turn(state: 'visible' | 'hidden'): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: FakeDocument;
let network: EventTarget;
let stream: EventStream | null = null;
let heard: string[] = [];
let refusals = 0;

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.all = [];
  page = new FakeDocument();
  network = new EventTarget();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
});
afterEach(() => {
  stream?.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function start(): EventStream {
  [heard, refusals] = [[], 0];
  stream = new EventStream('sandbox', {
    event: (name) => heard.push(name),
    state: () => undefined,
    refused: () => refusals++,
  });
  return stream;
}

const opened = () => FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);
const newest = () => {
  const source = FakeEventSource.all.at(-1);
  if (!source) throw new Error('No stream was opened.');
  return source;
};
const greet = (after: number, reset = false) => newest().say('hello', { after, reset }, String(after));

describe('the stream of a tab in sight', () => {
  it('is asked for again when it is refused, after longer and longer pauses', () => {
    start();
    for (const pause of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      const before = FakeEventSource.all.length;
      newest().refuse();
      vi.advanceTimersByTime(pause - 1);
      expect(FakeEventSource.all).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(opened()).toHaveLength(1);
    }
    expect(refusals).toBe(6);
  });

  it('goes on after the last entry that was heard', () => {
    const one = start();
    expect(newest().url).toBe('/api/events?connection=sandbox&pageContract=');
    greet(7);
    expect(one.isLive).toBe(true);
    newest().refuse();
    expect(one.isLive).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(newest().url).toBe('/api/events?connection=sandbox&after=7&pageContract=');
  });

  it.each(['offline', 'online'])(
    'is opened anew, and not live until then, when the network is %s',
    (change) => {
      const one = start();
      greet(7);
      network.dispatchEvent(new Event(change));
      expect(one.isLive).toBe(false);
      expect(opened()).toHaveLength(1);
      expect(newest().url).toContain('after=7');
      greet(7);
      expect(one.isLive).toBe(true);
    },
  );
});

describe('a tab out of sight', () => {
  it('gives its stream back after a while, and has it again at once when it is seen', () => {
    start();
    greet(3);
    page.turn('hidden');
    vi.advanceTimersByTime(9_999);
    expect(opened()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(opened()).toEqual([]);
    page.turn('visible');
    expect(opened()).toHaveLength(1);
    expect(newest().url).toContain('after=3');
  });

  it('keeps it when it is only passed by', () => {
    start();
    page.turn('hidden');
    vi.advanceTimersByTime(5_000);
    page.turn('visible');
    vi.advanceTimersByTime(60_000);
    expect(FakeEventSource.all).toHaveLength(1);
    expect(opened()).toHaveLength(1);
  });

  it('asks for none, neither at first nor after a refusal', () => {
    page.turn('hidden');
    start();
    expect(FakeEventSource.all).toEqual([]);
    page.turn('visible');
    newest().refuse();
    page.turn('hidden');
    vi.advanceTimersByTime(600_000);
    expect(opened()).toEqual([]);
    page.turn('visible');
    expect(opened()).toHaveLength(1);
  });
});
