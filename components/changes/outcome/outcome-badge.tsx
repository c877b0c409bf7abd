import { Badge } from '@/components/ui/feedback/badge';
import type { CellState } from '@/lib/contract/changes/change-states';
import { outcomeWords } from './outcome-words';

/** One outcome by colour, shape and word. */
export function OutcomeBadge({ state }: { state: CellState }) {
  const { label, meaning, tone, icon: Icon } = outcomeWords[state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3" />
      <span title={meaning}>{label}</span>
    </Badge>
  );
}
