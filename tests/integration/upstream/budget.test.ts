import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { UpstreamLogEntry } from '@/lib/server/upstream/transport/sender';
import { all, requestsOf, startStage, watchedLimiter } from './against-reference';
import type { Stage } from './against-reference';

let stage: Stage;
beforeAll(async () => void (stage = await startStage({ pageSize: 100 })));
afterEach(() => stage.clear());
afterAll(() => stage.close());

const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };

describe('the budget of a connection', () => {
  it('holds for everything together: reads, changes, read-backs, metadata', async () => {
    await stage.faults({ kind: 'slow', delayMs: 20 });
    const { rateLimiter, seen } = watchedLimiter();
    const upstream = stage.connect({ concurrency: 3, ratePerSecond: 40 }, { rateLimiter });
    await Promise.all([
      all(upstream.readSecurity({})),
      all(upstream.readJournal()),
      upstream.readMetadata(),
      ...Array.from({ length: 20 }, () => upstream.readCell(cell)),
      ...Array.from({ length: 20 }, () => upstream.postAccess({ ...cell, accessible: true })),
    ]);
    const counted = await stage.counters();
    expect(counted.maxConcurrent).toBe(3);
    expect(counted.totalRequests).toBeGreaterThan(50);
    // The three on their way when a window begins were counted by the one before.
    expect(counted.peakPerSecond).toBeLessThanOrEqual(43);
    await expect.poll(() => seen.inFlight).toBe(0);
    expect(seen).toMatchObject({ given: { interactive: counted.totalRequests, background: 0 }, pauses: [] });
  });

  it('keeps a place until the whole body has come', async () => {
    await stage.faults({ kind: 'slow', slowBytes: 20_000, count: 1, resource: 'security' });
    const log: UpstreamLogEntry[] = [];
    const { rateLimiter, seen } = watchedLimiter();
    const upstream = stage.connect({ concurrency: 1 }, { log: (entry) => log.push(entry), rateLimiter });
    const slow = all(upstream.readSecurity({ entityId: '100' }));
    await expect.poll(() => seen.inFlight).toBe(1);
    const second = upstream.readMetadata();
    await Promise.all([slow, second]);
    expect(log.map((entry) => entry.resource)).toEqual(['security', 'metadata']);
  });

  it('lets a person’s request pass waiting background ones, which still get through', async () => {
    await stage.faults({ kind: 'slow', delayMs: 10 });
    const order: string[] = [];
    const upstream = stage.connect({ concurrency: 1 }, { log: (entry) => order.push(entry.requestId ?? '') });
    const background = Array.from({ length: 10 }, () =>
      upstream.readCell(cell, { priority: 'background', requestId: 'job' }),
    );
    const people = Array.from({ length: 8 }, () =>
      upstream.readCell(cell, { priority: 'interactive', requestId: 'person' }),
    );
    await Promise.all([...background, ...people]);
    expect(order.lastIndexOf('person')).toBeLessThan(13);
    const between = order.slice(order.indexOf('person'), order.lastIndexOf('person'));
    expect(between).toContain('job');
  });

  it('stops everyone while the service asks to wait, and loses nothing', async () => {
    await stage.faults({ kind: 'status', status: 429, retryAfter: 0.6, count: 1 });
    const seenAt: number[] = [];
    const { rateLimiter, seen } = watchedLimiter();
    const upstream = stage.connect(
      { concurrency: 4 },
      { log: (entry) => void (entry.status === 200 && seenAt.push(Date.now())), rateLimiter },
    );
    const began = Date.now();
    const values = await Promise.all(Array.from({ length: 12 }, () => upstream.readCell(cell)));
    expect(new Set(values).size).toBe(1);
    const counted = await stage.counters();
    expect(requestsOf(counted, 'GET')).toBe(13);
    // Up to three others were on their way when the service said so; nobody else went before the pause was over.
    expect(seenAt.filter((at) => at - began < 590).length).toBeLessThanOrEqual(3);
    expect(seen.pauses).toHaveLength(1);
  });

  it('asks a limiter that it is given for every try, by its priority, and tells it of pauses', async () => {
    await stage.faults({ kind: 'status', status: 429, retryAfter: 1, count: 1 });
    const { rateLimiter, seen } = watchedLimiter();
    const upstream = stage.connect({}, { rateLimiter });
    await upstream.readCell(cell, { priority: 'background' });
    expect(seen.given).toEqual({ interactive: 0, background: 2, scheduled: 0 });
    await upstream.readCell(cell);
    expect(seen.given).toEqual({ interactive: 1, background: 2, scheduled: 0 });
    expect(seen.pauses).toHaveLength(1);
    expect(seen.pauses[0]).toBeGreaterThan(500); // what is left of it by then
    expect(seen.pauses[0]).toBeLessThanOrEqual(1_000);
  });
});
