import 'server-only';
import type { JournalFacets } from '@/lib/contract/journal';
import { naturalOrderOf } from '@/lib/domain/natural-order';
import type { JournalWireRow } from '@/lib/server/upstream/odata/wire';

const mostListed = 1000;

/** Counts lines by entity and by batch while they pass. */
export class FacetCounts {
  readonly #entities = new Map<string, number>();
  readonly #batches = new Map<string, { template: string; batch: string; lines: number }>();

  add(row: JournalWireRow): void {
    const entity = text(row['BssiEntityID']);
    this.#entities.set(entity, (this.#entities.get(entity) ?? 0) + 1);
    const template = text(row['JournalTemplateName']);
    const batch = text(row['JournalBatchName']);
    const key = `${template}\n${batch}`;
    const entry = this.#batches.get(key);
    if (entry) entry.lines++;
    else this.#batches.set(key, { template, batch, lines: 1 });
  }

  /** Both lists in natural order, at most 1,000 each. */
  list(): JournalFacets {
    const entities = [...this.#entities].map(([id, lines]) => ({ id, lines }));
    const batches = [...this.#batches.values()];
    const byId = naturalOrderOf(entities.map(({ id }) => id));
    const byName = naturalOrderOf(batches.flatMap(({ template, batch }) => [template, batch]));
    return {
      entities: entities.sort((a, b) => byId(a.id, b.id)).slice(0, mostListed),
      batches: batches
        .sort((a, b) => byName(a.template, b.template) || byName(a.batch, b.batch))
        .slice(0, mostListed),
    };
  }
}

function text(value: string | number | boolean | undefined): string {
  return value === undefined ? '' : String(value).trim();
}
