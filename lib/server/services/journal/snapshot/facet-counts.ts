import 'server-only';
import type { JournalFacets } from '@/lib/contract/journal';
import type { JournalWireRow } from '@/lib/server/upstream/odata/wire';

const mostListed = 1000;
const inOrder = new Intl.Collator('en', { numeric: true }).compare;

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
    return {
      entities: entities.sort((a, b) => inOrder(a.id, b.id)).slice(0, mostListed),
      batches: batches
        .sort((a, b) => inOrder(a.template, b.template) || inOrder(a.batch, b.batch))
        .slice(0, mostListed),
    };
  }
}

function text(value: string | number | boolean | undefined): string {
  return value === undefined ? '' : String(value).trim();
}
