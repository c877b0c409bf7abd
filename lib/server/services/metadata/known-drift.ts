import 'server-only';
import type { Upstream } from '@/lib/server/upstream/client';

const known = new WeakMap<Upstream, number>();

/** Keeps how many differences from what the console expects a service had when its interface was read. */
export function noteDrift(upstream: Upstream, differences: number): void {
  known.set(upstream, differences);
}

/** How many a service had when its interface was read last; null: not since the start. */
export function knownDrift(upstream: Upstream): number | null {
  return known.get(upstream) ?? null;
}
