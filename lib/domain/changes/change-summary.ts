import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { AccessChange } from '@/lib/contract/access/access';
import type { ChangeCounts, ChangeSummary } from '@/lib/contract/changes/changes';

/** What the cells of one record type come to, as far as a set's title tells. */
export interface TypeFigures {
  recordType: string;
  cells: number;
  given: number;
  records: number;
  /** One of the records. */
  recordId: string;
}

/** Most types and entities that a title names. */
const mostNamed = 2;

/** Counts cells, each of which is handed over once, and keeps none of them. */
export class CellCounter {
  readonly #types = new Map<string, TypeFigures & { ids: Set<string> }>();
  readonly #entities = new Set<string>();

  add({ recordType, recordId, entityId, accessible }: AccessChange): void {
    let type = this.#types.get(recordType);
    if (type === undefined) {
      type = { recordType, cells: 0, given: 0, records: 0, recordId, ids: new Set() };
      this.#types.set(recordType, type);
    }
    type.cells++;
    type.given += Number(accessible);
    type.ids.add(recordId);
    type.records = type.ids.size;
    this.#entities.add(entityId);
  }

  /** What they come to so far. */
  summary(): ChangeSummary {
    const entities = { count: this.#entities.size, ids: [...this.#entities].slice(0, mostNamed) };
    return summaryFrom([...this.#types.values()], entities);
  }
}

/** What these cells, each there once, come to. */
export function summaryOf(cells: readonly AccessChange[]): ChangeSummary {
  const counter = new CellCounter();
  for (const cell of cells) counter.add(cell);
  return counter.summary();
}

/**
 * The same from figures that a database counted.
 * @param entities how many there are, and some of them.
 */
export function summaryFrom(
  types: readonly TypeFigures[],
  entities: ChangeSummary['entities'],
): ChangeSummary {
  const sumOf = (figure: 'cells' | 'given' | 'records') => types.reduce((sum, type) => sum + type[figure], 0);
  const [given, records] = [sumOf('given'), sumOf('records')];
  const bySize = types.toSorted((a, b) => b.cells - a.cells || (a.recordType < b.recordType ? -1 : 1));
  const [first] = bySize;
  return {
    given,
    removed: sumOf('cells') - given,
    records,
    record:
      first !== undefined && records === 1
        ? { recordType: first.recordType, recordId: first.recordId }
        : null,
    types: { count: types.length, names: bySize.slice(0, mostNamed).map(({ recordType }) => recordType) },
    entities: { count: entities.count, ids: entities.count > mostNamed ? [] : entities.ids.toSorted() },
  };
}

/** The counts of no cells at all. */
export const noCounts: Readonly<ChangeCounts> = {
  total: 0,
  pending: 0,
  applied: 0,
  already: 0,
  conflict: 0,
  rejected: 0,
  [unconfirmedState]: 0,
  cancelled: 0,
};
