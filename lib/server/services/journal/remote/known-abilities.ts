import 'server-only';
import type { RemoteAbilities } from '@/lib/domain/journal/remote-plan';
import type { Upstream } from '@/lib/server/upstream/client';
import { noAbilities, probeAbilities } from './remote-abilities';

const believedMs = 15 * 60_000;
const retriedMs = 30_000;

/** What one connection's service is known to do, found out when first needed and kept for a quarter of an hour. */
export class KnownAbilities {
  readonly #upstream: Upstream;
  readonly #now: () => number;
  #abilities: RemoteAbilities = noAbilities;
  #until = -Infinity;
  #probing: Promise<void> | null = null;

  constructor(upstream: Upstream, now: () => number) {
    this.#upstream = upstream;
    this.#now = now;
  }

  /** The abilities as far as known; nothing is assumed of a service that cannot be asked just now. */
  async get(closing: AbortSignal): Promise<RemoteAbilities> {
    if (this.#now() >= this.#until) await (this.#probing ??= this.#probe(closing));
    return this.#abilities;
  }

  /** In use the service did not do what the probe had shown. */
  distrust(ability: keyof RemoteAbilities): void {
    this.#abilities = { ...this.#abilities, [ability]: false };
    this.#until = this.#now() + believedMs;
  }

  /** A remote read failed: what is known may be out of date, ask again before the next. */
  forget(): void {
    this.#until = -Infinity;
  }

  async #probe(closing: AbortSignal): Promise<void> {
    try {
      const found = await probeAbilities(this.#upstream, closing);
      this.#abilities = found ?? noAbilities;
      this.#until = this.#now() + (found ? believedMs : retriedMs);
    } catch {
      // The read that follows meets the same failure and reports it; here it only means "not known".
      this.#abilities = noAbilities;
      this.#until = this.#now() + retriedMs;
    } finally {
      this.#probing = null;
    }
  }
}
