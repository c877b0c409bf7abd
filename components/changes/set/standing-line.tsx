import { When } from '@/components/changes/row-words';
import type { CellState } from '@/lib/contract/changes/change-states';
import type { ChangeCells } from '@/lib/contract/changes/changes';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

/** Whether the console read the wanted value from the service when the assignment was decided. */
export function isProven(state: CellState): boolean {
  return state === 'applied' || state === 'already';
}

interface StandingLineProps {
  cells: ChangeCells;
  isUndone: boolean;
}

/**
 * Whether Business Central still shows the values that a set gave or found, for the assignments on the page. Shows nothing
 * where the console does not know.
 */
export function StandingLine({ cells: { value, asOf, total }, isUndone }: StandingLineProps) {
  const known = value.filter(({ state, now }) => isProven(state) && now !== undefined);
  if (asOf === null || known.length === 0) return null;
  const other = known.filter(({ now, accessible }) => now !== accessible).length;
  return (
    <p className="text-sm text-text-muted">
      {total > value.length && 'On this page: '}
      {other === 0
        ? `Business Central has ${known.length === 1 ? 'the value' : `all ${inDigits(known.length)} values`} proven by this change set`
        : isUndone && other === known.filter(({ state }) => state === 'applied').length
          ? `Business Central has ${other === 1 ? 'the value' : `all ${inDigits(other)} values`} from before this change set`
          : `Business Central now has another value for ${inDigits(other)} of ${counted(known.length, 'assignment')} proven by this change set`}
      , based on data read at <When at={asOf} look="short" />, plus changes since.
    </p>
  );
}
