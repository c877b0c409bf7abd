import type { Entities } from './entity-codes';
import { below, fraction, mix } from './random';
import type { Records } from './record-list';

/** How a record came to be shared: decides which entities see it. */
type Sharing = 'everyone' | 'broad' | 'regional' | 'owner' | 'nobody' | 'new';

/** Upper bounds, cumulative: everyone, broad, regional; the rest belongs to its owner alone. */
const SHARES: Record<string, readonly [number, number, number]> = {
  'Bank Account': [0.04, 0.04, 0.15],
  Customer: [0.22, 0.55, 0.92],
  'Fixed Asset': [0.02, 0.05, 0.3],
  Item: [0.38, 0.74, 0.95],
  Job: [0.05, 0.25, 0.7],
  Location: [0, 0, 0.1],
  'Payment Method': [0.85, 0.95, 1],
  Resources: [0.3, 0.5, 0.85],
  'Service Item': [0.1, 0.35, 0.8],
  Vendor: [0.3, 0.6, 0.92],
};

/** Computes, record by record, which entities may use it before anybody changed anything. */
export class AccessPattern {
  constructor(
    private readonly seed: number,
    private readonly records: Records,
    private readonly entities: Entities,
  ) {}

  /** Index of the entity that owns the record; neighbours in the list share their region and often their owner. */
  ownerOf(record: number): number {
    const count = this.entities.codes.length;
    const type = this.records.types[this.records.typeOf[record] ?? 0];
    const together = type === 'Location' || type === 'Bank Account' ? 2 : 7;
    const group = mix(this.seed, Math.floor(record / together), 11);
    const owner = (group + below(3, this.seed, record, 12)) % count;
    if (owner === this.entities.elimination || owner === this.entities.group) return Math.floor(count / 2);
    return owner;
  }

  /** Writes 1 for each entity that may use the record, else 0, into `out` (as long as there are entities). */
  fill(record: number, out: Uint8Array): void {
    const sharing = this.sharingOf(record);
    const owner = this.ownerOf(record);
    out.fill(0);
    if (sharing === 'nobody') return;
    out[owner] = 1;
    if (sharing === 'new') return;
    if (sharing !== 'owner') this.fillRegions(record, sharing, this.entities.regionOf[owner] ?? 0, out);
    this.fillFrame(record, sharing, out);
    this.fillExceptions(record, out);
  }

  private sharingOf(record: number): Sharing {
    const type = this.records.typeOf[record] ?? 0;
    const end = this.records.starts[type + 1] ?? 0;
    const size = end - (this.records.starts[type] ?? 0);
    if (size > 40 && end - record <= 3) return 'new';
    const own = fraction(this.seed, record, 13);
    if (own < 0.012) return 'nobody';
    const [everyone, broad, regional] = SHARES[this.records.types[type] ?? ''] ?? [0, 0, 1];
    // Mostly the neighbourhood decides; one record in eight goes its own way.
    const draw =
      own > 0.875 ? fraction(this.seed, record, 14) : fraction(this.seed, Math.floor(record / 7), 15);
    if (draw < everyone) return 'everyone';
    if (draw < broad) return 'broad';
    return draw < regional ? 'regional' : 'owner';
  }

  private fillRegions(record: number, sharing: Sharing, home: number, out: Uint8Array): void {
    const { regionOf, regions } = this.entities;
    const group = Math.floor(record / 7);
    for (let entity = 0; entity < out.length; entity += 1) {
      const region = regionOf[entity] ?? -1;
      if (region < 0) continue;
      const open =
        sharing === 'everyone' ||
        region === home ||
        (sharing === 'broad'
          ? fraction(this.seed, group, 100 + region) < 0.62
          : region === (home + 1) % regions && fraction(this.seed, group, 16) < 0.3);
      if (open) out[entity] = 1;
    }
  }

  private fillFrame(record: number, sharing: Sharing, out: Uint8Array): void {
    const { group, elimination } = this.entities;
    if (group >= 0) out[group] = fraction(this.seed, record, 17) < (sharing === 'owner' ? 0.6 : 0.94) ? 1 : 0;
    if (elimination >= 0) {
      const few = sharing === 'everyone' ? 0.12 : 0.01;
      out[elimination] = fraction(this.seed, Math.floor(record / 7), 18) < few ? 1 : 0;
    }
  }

  private fillExceptions(record: number, out: Uint8Array): void {
    // Access of a former owner that nobody took away.
    if (fraction(this.seed, record, 19) < 0.05) out[below(out.length, this.seed, record, 20)] = 1;
    // One entity that does not want this record although its neighbours have it.
    if (fraction(this.seed, record, 21) < 0.08) out[below(out.length, this.seed, record, 22)] = 0;
  }
}
