import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { UpstreamLogEntry } from '@/lib/server/upstream/transport/sender';
import { all, failureOf, requestsOf, startStage, watchedLimiter } from './against-reference';
import type { Stage } from './against-reference';

let stage: Stage;
beforeAll(async () => void (stage = await startStage({ pageSize: 400 })));
afterEach(() => stage.clear());
afterAll(() => stage.close());

const read = async (upstream: ReturnType<Stage['connect']>, options = {}): Promise<number> =>
  (await all(upstream.readSecurity({}, options))).reduce((sum, page) => sum + page.rows.length, 0);

describe('a read is asked again', () => {
  it.each([
    ['502', { kind: 'status', status: 502 }],
    ['503 with seconds', { kind: 'status', status: 503, retryAfter: 0.1 }],
    ['a connection cut before the answer', { kind: 'dropBefore' }],
    ['a connection cut within the answer', { kind: 'truncate', variant: 'framing' }],
  ])('after %s', async (_, fault) => {
    await stage.faults({ ...fault, count: 2 });
    const tried: UpstreamLogEntry[] = [];
    const upstream = stage.connect({}, { log: (entry) => tried.push(entry) });
    expect(await read(upstream, { requestId: 'r-7' })).toBe(720);
    expect(tried.map((entry) => entry.code === null)).toEqual([false, false, true, true]);
    expect(tried.map((entry) => entry.attempt)).toEqual([1, 2, 3, 1]);
    expect(tried.every((entry) => entry.requestId === 'r-7' && entry.resource === 'security')).toBe(true);
    expect(upstream.health()).toMatchObject({ lastFailure: null });
    expect(upstream.health().lastSuccessAt).not.toBeNull();
  });

  it('after a refused connection, once the service listens again', async () => {
    await stage.faults({ kind: 'refuse', ms: 300 });
    // The pool may still hold a live connection from before; a new client has none.
    expect(await read(stage.connect({}, { random: () => 1 }))).toBe(720);
  });

  it('but not for ever', async () => {
    await stage.faults({ kind: 'status', status: 503 });
    const error = await failureOf(read(stage.connect({}, { random: () => 0 })));
    expect(error).toMatchObject({ code: 'service-unavailable', status: 503 });
    expect(requestsOf(await stage.counters(), 'GET')).toBe(4);
  });

  it('in the middle of a read, without losing or doubling a row', async () => {
    await stage.faults({ kind: 'dropBefore', afterPage: 1, count: 1 });
    expect(await read(stage.connect())).toBe(720);
  });
});

describe('the deadline of a call', () => {
  it.each([
    ['a service that never answers', { kind: 'hang' }],
    ['a body that trickles', { kind: 'slow', slowBytes: 200 }],
  ])('ends %s', async (_, fault) => {
    await stage.faults(fault);
    const error = await failureOf(read(stage.connect({ timeoutSeconds: 0.4 })));
    expect(error).toMatchObject({ kind: 'timeout', code: 'service-timeout', status: null });
  });

  it('ends retries, with the error that was met last', async () => {
    await stage.faults({ kind: 'status', status: 503, retryAfter: 60 });
    const error = await failureOf(read(stage.connect({ timeoutSeconds: 1 })));
    expect(error).toMatchObject({ code: 'service-unavailable', retryAfterMs: 60_000 });
    expect(requestsOf(await stage.counters(), 'GET')).toBe(1);
  });

  it('is known beforehand when the service asks to wait longer: everyone is told at once', async () => {
    await stage.faults({ kind: 'status', status: 429, retryAfter: 120, count: 1 });
    const { rateLimiter, seen } = watchedLimiter();
    const upstream = stage.connect({ timeoutSeconds: 5 }, { rateLimiter });
    for (let call = 0; call < 3; call++) {
      const error = await failureOf(read(upstream));
      expect(error).toMatchObject({ code: 'service-throttled', status: 429, executed: 'no' });
      expect(error.retryAfterMs).toBeGreaterThan(110_000);
      expect(error.userMessage).toMatch(/asks to wait\. Try again in 1\d\d s/);
    }
    expect(requestsOf(await stage.counters(), 'GET')).toBe(1);
    expect(seen.pauses).toHaveLength(1);
    await expect.poll(() => seen.inFlight).toBe(0);
  });
});

describe('a signal ends', () => {
  it.each([
    ['a request in flight', { kind: 'hang' }],
    ['the wait before another try', { kind: 'status', status: 503, retryAfter: 5 }],
  ])('%s', async (_, fault) => {
    await stage.faults(fault);
    const { rateLimiter, seen } = watchedLimiter();
    const upstream = stage.connect({}, { rateLimiter });
    const signal = AbortSignal.timeout(150);
    const thrown: unknown = await read(upstream, { signal }).catch((error: unknown) => error);
    expect(thrown).toBe(signal.reason);
    expect(signal.aborted).toBe(true);
    await expect.poll(() => seen.inFlight).toBe(0);
    expect(upstream.health().lastFailure).toBeNull();
  });

  it('a call before anything is sent', async () => {
    await expect(
      read(stage.connect(), { signal: AbortSignal.abort(new Error('never mind')) }),
    ).rejects.toThrow('never mind');
    expect(requestsOf(await stage.counters(), 'GET')).toBe(0);
  });
});

describe('a service that is not there', () => {
  it('is named as such', async () => {
    const error = await failureOf(
      read(stage.connect({ baseUrl: 'http://127.0.0.1:1' }, { random: () => 0 })),
    );
    expect(error).toMatchObject({ kind: 'network', code: 'service-unavailable', executed: 'no' });
    expect(error.userMessage).toMatch(/refused the connection/);
  });
});

describe('closing', () => {
  it('ends what is in flight and takes nothing more', async () => {
    await stage.faults({ kind: 'hang' });
    const upstream = stage.connect();
    const reading = failureOf(read(upstream));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await upstream.close();
    expect((await reading).code).toBe('service-unavailable');
    expect((await failureOf(read(upstream))).executed).toBe('no');
  });
});
