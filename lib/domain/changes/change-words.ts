import type { CellState } from '@/lib/contract/changes/change-states';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import type { Cell } from '@/lib/contract/access/access';
import { changedInWords, recordInWords, valueInWords } from '@/lib/domain/access/access-words';
import { named, type KeyNames } from '@/lib/domain/access/named';
import { counted } from '@/lib/domain/counted';

/** What became of one change: "Entity 100 can now use Customer 40000". */
export function cellChangeInWords(
  cell: Cell & { accessible: boolean; state: CellState },
  names?: KeyNames,
): string {
  const { accessible, state, entityId } = cell;
  const entity = `Entity ${named(entityId, names?.entity(entityId))}`;
  const record = recordInWords(cell, names);
  switch (state) {
    case 'applied':
      return changedInWords(cell, accessible, names);
    case 'already':
      return `${entity} ${accessible ? 'could already' : 'already could not'} use ${record}`;
    case 'unknown':
      return `${entity} may have ${accessible ? 'been given' : 'lost'} access to ${record}`;
    case 'pending':
      return `${entity} is to ${accessible ? 'be given' : 'lose'} access to ${record}`;
    case 'conflict':
    case 'rejected':
    case 'cancelled':
      return `${entity} ${accessible ? 'was not given' : 'did not lose'} access to ${record}`;
  }
}

/** What a set is about, as the title of its page: "1,240 assignments from access.xlsx". */
export function setTitle({ only, counts, kind, source }: ChangeSet, names?: KeyNames): string {
  if (only) return cellChangeInWords(only, names);
  const assignments = counted(counts.total, 'assignment');
  if (kind === 'undo') return `Undo of ${assignments}`;
  return source ? `${assignments} from ${source.file}` : `Change of ${assignments}`;
}

/** "no access → has access"; a value that was never read, or an assignment that is not there, is named as such. */
export function stepInWords(before: boolean | null, after: boolean | null): string {
  const word = (value: boolean | null) => (value === null ? 'not set up' : valueInWords(value));
  return `${word(before)} → ${word(after)}`;
}
