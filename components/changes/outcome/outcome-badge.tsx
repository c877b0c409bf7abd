import { Badge } from '@/components/ui/feedback/badge';
import type { CellState } from '@/lib/contract/changes/change-states';
import { outcomeWords } from './outcome-words';

export function OutcomeBadge({ state }: { state: CellState }) {
  const { label, meaning, tone, icon: Icon } = outcomeWords[state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3" />
      <span title={meaning}>{label}</span>
    </Badge>
  );
}
