import type { ReferenceOptions, RunningReference } from '@/lib/reference/service';
import { createUpstream } from '@/lib/server/upstream/client';
import type { Upstream, UpstreamParts } from '@/lib/server/upstream/client';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import type { SharedRateLimiter } from '@/lib/server/upstream/transport/budget';
import { unusedBudget, grantRequests } from '@/lib/server/upstream/transport/budget-state';
import type { Grant } from '@/lib/server/upstream/transport/budget-state';
import { settingsFor } from '@/tests/support/console/connected-console';
import { startService, type ServiceControl } from '@/tests/support/console/reference-service';

/** One request as the reference service saw it. */
export interface SeenRequest {
  method: string;
  url: string;
  resource: string;
  status: number | null;
  headers: Record<string, string>;
  authorization: string | null;
}

/** What the reference service counted. */
export interface Counted {
  requests: { method: string; resource: string; status: number | 'cut'; count: number }[];
  totalRequests: number;
  posts: { recordType: string; recordId: string; entityId: string; posts: number; applied: number }[];
  totalPosts: number;
  tokensIssued: number;
  /** Requests under way. */
  open: number;
  maxConcurrent: number;
  peakPerSecond: number;
}

/** A running reference service with its control port, and clients that connect to it. */
export interface Stage extends ServiceControl {
  service: RunningReference;
  connect(changes?: Partial<ConnectionSettings>, parts?: UpstreamParts): Upstream;
  modes(modes: Record<string, unknown>): Promise<void>;
  counters(): Promise<Counted>;
  requests(): Promise<SeenRequest[]>;
  /** Faults and modes off, counters to zero, clients closed. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a small reference service on free ports, in memory only. */
export async function startStage(options: ReferenceOptions = {}): Promise<Stage> {
  const size = 'records=60,entities=12,lines=120';
  const { reference, control, faults, ...more } = await startService({ size, ...options });
  const open: Upstream[] = [];
  const leave = () => Promise.all(open.splice(0).map((upstream) => upstream.close()));
  const modes = async (these: Record<string, unknown>) => void (await control('PUT', '/modes', these));
  const counters = async () => (await control('GET', '/counters')) as Counted; // the reference's documented shape
  return {
    ...more,
    service: reference,
    control,
    faults,
    modes,
    counters,
    connect(changes = {}, parts = {}) {
      const upstream = createUpstream({ ...settingsFor(reference), ratePerSecond: 500, ...changes }, parts);
      open.push(upstream);
      return upstream;
    },
    requests: async () => ((await control('GET', '/requests')) as { requests: SeenRequest[] }).requests, // likewise
    async clear() {
      await leave();
      await faults();
      await modes({});
      // The service notes the end of a request that was cut a moment later; it must not count for the next test.
      while ((await counters()).open > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await control('DELETE', '/counters');
      await control('DELETE', '/requests');
    },
    async close() {
      await leave();
      await reference.close();
    },
  };
}

/** A rate limiter to connect with that notes what it is asked. */
export function watchedLimiter(): {
  rateLimiter: SharedRateLimiter;
  seen: { inFlight: number; given: Grant['granted']; pauses: number[] };
} {
  const state = unusedBudget();
  const seen = {
    inFlight: 0,
    given: { interactive: 0, background: 0, scheduled: 0 },
    pauses: [] as number[],
  };
  const rateLimiter: SharedRateLimiter = (ask, limits) => {
    const answer = grantRequests(state, 'one', ask, limits, performance.now());
    const { interactive, background } = answer.granted;
    seen.inFlight = ask.inFlight + interactive + background;
    seen.given.interactive += interactive;
    seen.given.background += background;
    if (ask.pauseMs !== null) seen.pauses.push(ask.pauseMs);
    return Promise.resolve(answer);
  };
  return { rateLimiter, seen };
}

/** All pages of a read. */
export async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

/** The UpstreamError a call ends in; fails when it succeeds or throws something else. */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
  throw new Error('The call succeeded.');
}

/** How many requests of a method reached the data (not the token endpoint). */
export function requestsOf(counted: Counted, method: string): number {
  return counted.requests
    .filter((entry) => entry.method === method && entry.resource !== 'token')
    .reduce((sum, entry) => sum + entry.count, 0);
}
