import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleMinus,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from 'lucide-react';
import type { BadgeTone } from '@/components/ui/feedback/badge';
import { type CellState, type ChangeSetState, unconfirmedState } from '@/lib/contract/changes/change-states';
import { type OutcomeMeaning, outcomeMeanings } from '@/lib/domain/changes/outcome-meanings';

interface OutcomeLook extends OutcomeMeaning {
  tone: BadgeTone;
  icon: LucideIcon;
  fill: string;
}

export const outcomeWords: Record<CellState, OutcomeLook> = {
  [unconfirmedState]: {
    ...outcomeMeanings[unconfirmedState],
    tone: 'warning',
    icon: CircleHelp,
    fill: 'bg-[repeating-linear-gradient(135deg,var(--color-warning)_0_3px,var(--color-warning-soft)_3px_6px)]',
  },
  rejected: { ...outcomeMeanings.rejected, tone: 'danger', icon: OctagonX, fill: 'bg-danger' },
  conflict: { ...outcomeMeanings.conflict, tone: 'warning', icon: TriangleAlert, fill: 'bg-warning' },
  applied: { ...outcomeMeanings.applied, tone: 'success', icon: CircleCheck, fill: 'bg-success' },
  already: {
    ...outcomeMeanings.already,
    tone: 'neutral',
    icon: CircleMinus,
    fill: 'bg-[repeating-linear-gradient(90deg,var(--color-success)_0_1px,var(--color-success-soft)_1px_4px)]',
  },
  cancelled: { ...outcomeMeanings.cancelled, tone: 'neutral', icon: Ban, fill: 'bg-line-strong' },
  pending: { ...outcomeMeanings.pending, tone: 'neutral', icon: CircleDashed, fill: 'bg-line' },
};

/** What needs a look comes first. */
export const outcomeOrder: readonly CellState[] = [
  unconfirmedState,
  'rejected',
  'conflict',
  'applied',
  'already',
  'cancelled',
  'pending',
];

/** What was done comes first. */
export const barOrder: readonly CellState[] = [
  'applied',
  'already',
  unconfirmedState,
  'rejected',
  'conflict',
  'cancelled',
  'pending',
];

export const stateWords: Record<ChangeSetState, string> = {
  queued: 'Waiting',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Cancelled',
};
