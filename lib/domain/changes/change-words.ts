import type { CellState, ChangeSet } from '@/lib/contract/changes';
import type { Cell } from '@/lib/contract/access';
import { changedInWords, recordInWords, valueInWords } from '@/lib/domain/access/access-words';

const numbers = new Intl.NumberFormat();

/** "1 combination", "1,240 combinations". */
export function combinationsInWords(count: number): string {
  return `${numbers.format(count)} ${count === 1 ? 'combination' : 'combinations'}`;
}

/** What became of one change: "Customer 40000 now has access in entity 100". */
export function cellChangeInWords(cell: Cell & { accessible: boolean; state: CellState }): string {
  const { accessible, state, entityId } = cell;
  const record = recordInWords(cell);
  switch (state) {
    case 'applied':
      return changedInWords(cell, accessible);
    case 'already':
      return `${record} ${accessible ? 'had' : 'had no'} access in entity ${entityId} already`;
    case 'unknown':
      return `${record} may have ${accessible ? 'been given' : 'lost'} access in entity ${entityId}`;
    case 'pending':
      return accessible
        ? `${record} is to be given access in entity ${entityId}`
        : `${record} is to lose access in entity ${entityId}`;
    case 'conflict':
    case 'rejected':
    case 'cancelled':
      return accessible
        ? `${record} was not given access in entity ${entityId}`
        : `${record} did not lose access in entity ${entityId}`;
  }
}

/** What a set is about, as the title of its page: "1,240 combinations from access.xlsx". */
export function setTitle({ only, counts, kind, source }: ChangeSet): string {
  if (only) return cellChangeInWords(only);
  const combinations = combinationsInWords(counts.total);
  if (kind === 'undo') return `Undo of ${combinations}`;
  return source ? `${combinations} from ${source.file}` : `Change of ${combinations}`;
}

/** "no access → has access"; a value that was never read, or a combination that is not there, is named as such. */
export function stepInWords(before: boolean | null, after: boolean | null): string {
  const word = (value: boolean | null) => (value === null ? 'not there' : valueInWords(value));
  return `${word(before)} → ${word(after)}`;
}
