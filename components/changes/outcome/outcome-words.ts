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

interface OutcomeLook {
  tone: BadgeTone;
  icon: LucideIcon;
  /** Its part of a bar. */
  fill: string;
}

const looks: Record<CellState, OutcomeLook> = {
  [unconfirmedState]: {
    tone: 'warning',
    icon: CircleHelp,
    fill: 'bg-[repeating-linear-gradient(135deg,var(--color-warning)_0_3px,var(--color-warning-soft)_3px_6px)]',
  },
  rejected: {
    tone: 'danger',
    icon: OctagonX,
    fill: 'bg-danger',
  },
  conflict: {
    tone: 'warning',
    icon: TriangleAlert,
    fill: 'bg-warning',
  },
  applied: {
    tone: 'success',
    icon: CircleCheck,
    fill: 'bg-success',
  },
  already: {
    tone: 'neutral',
    icon: CircleMinus,
    fill: 'bg-[repeating-linear-gradient(90deg,var(--color-success)_0_1px,var(--color-success-soft)_1px_4px)]',
  },
  cancelled: {
    tone: 'neutral',
    icon: Ban,
    fill: 'bg-line-strong',
  },
  pending: {
    tone: 'neutral',
    icon: CircleDashed,
    fill: 'bg-line',
  },
};

/** The outcomes as people call them; each has a shape of its own besides its colour. */
export const outcomeWords: Record<CellState, OutcomeMeaning & OutcomeLook> = {
  [unconfirmedState]: { ...outcomeMeanings[unconfirmedState], ...looks[unconfirmedState] },
  rejected: { ...outcomeMeanings.rejected, ...looks.rejected },
  conflict: { ...outcomeMeanings.conflict, ...looks.conflict },
  applied: { ...outcomeMeanings.applied, ...looks.applied },
  already: { ...outcomeMeanings.already, ...looks.already },
  cancelled: { ...outcomeMeanings.cancelled, ...looks.cancelled },
  pending: { ...outcomeMeanings.pending, ...looks.pending },
};

/** In the order in which a reader wants to know of them. */
export const outcomeOrder: readonly CellState[] = [
  unconfirmedState,
  'rejected',
  'conflict',
  'applied',
  'already',
  'cancelled',
  'pending',
];

/** In the order in which a bar and a row show them: what was done first, then what is not known or was not done. */
export const barOrder: readonly CellState[] = [
  'applied',
  'already',
  unconfirmedState,
  'rejected',
  'conflict',
  'cancelled',
  'pending',
];

/** How a set stands, in a word. */
export const stateWords: Record<ChangeSetState, string> = {
  queued: 'Waiting',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Cancelled',
};
