import type { CellState } from './matrix';
import { counted, plural } from '@/lib/domain/counted';

/** What is to become of assignments; `invert`: each gets the other value. */
export type BulkAction = 'give' | 'remove' | 'invert';

/** One assignment of a proposal, by index in its matrix. */
export interface ProposedCell {
  record: number;
  entity: number;
  /** The value it is to have. */
  wanted: boolean;
}

/** What a proposal comes to; all are numbers of assignments but the last three. */
export interface ProposalCounts {
  give: number;
  remove: number;
  /** They have the wanted value already. */
  already: number;
  /** There is no such assignment. */
  absent: number;
  records: number;
  entities: number;
  /** Records that some entity may use now, and none afterwards. */
  closed: readonly number[];
}

/** Tells the value of an assignment as the person sees it, which may be newer than the matrix. */
export type ReadCell = (record: number, entity: number) => CellState;

/**
 * The assignments of records x entities that a bulk action changes, in the order given. Those that have the wanted value, and
 * those that do not exist, are counted and left out.
 * @param most the walk ends when so many were found; `isCut` then says so.
 */
export function propose(
  seen: ReadCell,
  records: Iterable<number>,
  entities: Iterable<number>,
  action: BulkAction,
  most: number,
): { cells: ProposedCell[]; already: number; absent: number; isCut: boolean } {
  const columns = [...entities];
  const cells: ProposedCell[] = [];
  let already = 0;
  let absent = 0;
  for (const record of records)
    for (const entity of columns) {
      const now = seen(record, entity);
      if (now === 'none') absent++;
      else if (action !== 'invert' && (now === 'granted') === (action === 'give')) already++;
      else if (cells.length === most) return { cells, already, absent, isCut: true };
      else cells.push({ record, entity, wanted: action === 'invert' ? now === 'denied' : action === 'give' });
    }
  return { cells, already, absent, isCut: false };
}

/**
 * What these changes come to together.
 * @param grantedTo how many entities may use a record now, of all there are.
 */
export function countProposal(
  grantedTo: (record: number) => number,
  cells: readonly ProposedCell[],
  left: { already: number; absent: number },
): ProposalCounts {
  const give = cells.reduce((count, { wanted }) => count + Number(wanted), 0);
  return {
    give,
    remove: cells.length - give,
    ...left,
    records: new Set(cells.map(({ record }) => record)).size,
    entities: new Set(cells.map(({ entity }) => entity)).size,
    closed: recordsClosed(grantedTo, cells),
  };
}

/** The records that some entity may use now and none could afterwards. @param grantedTo as of `countProposal`. */
function recordsClosed(grantedTo: (record: number) => number, cells: readonly ProposedCell[]): number[] {
  const gained = new Map<number, number>();
  for (const { record, wanted } of cells) gained.set(record, (gained.get(record) ?? 0) + (wanted ? 1 : -1));
  return [...gained].flatMap(([record, more]) => {
    const granted = grantedTo(record);
    return granted > 0 && granted + more <= 0 ? [record] : [];
  });
}

/** What a proposal will do, sentence by sentence: "Give 38, remove 4, across 3 entities and 20 records." */
export function proposalInWords(counts: ProposalCounts): string[] {
  const { give, remove, already, absent, records, entities } = counts;
  const where = `across ${counted(entities, 'entity', 'entities')} and ${counted(records, 'record')}`;
  const what =
    give === 0
      ? `Remove ${remove.toLocaleString()}`
      : `Give ${give.toLocaleString()}${remove === 0 ? '' : `, remove ${remove.toLocaleString()}`}`;
  const sentences = [give + remove === 0 ? 'Nothing is left to change.' : `${what}, ${where}.`];
  if (already > 0)
    sentences.push(
      `${already.toLocaleString()} already ${plural(already, 'matches and is', 'match and are')} skipped.`,
    );
  if (absent > 0)
    sentences.push(
      `${absent.toLocaleString()} ${plural(absent, 'is not set up and is', 'are not set up and are')} skipped.`,
    );
  return sentences;
}

/** What is risky about a proposal; null: nothing is. */
export function riskInWords({ closed }: ProposalCounts): string | null {
  return closed.length === 0 ? null : `${counted(closed.length, 'record')} would be left without any entity.`;
}
