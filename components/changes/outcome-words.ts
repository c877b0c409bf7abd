import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleMinus,
  OctagonX,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { BadgeTone } from '@/components/ui/badge';
import type { CellState } from '@/lib/contract/changes';

interface OutcomeWords {
  label: string;
  /** What it means, for whoever meets the word for the first time. */
  meaning: string;
  tone: BadgeTone;
  icon: LucideIcon;
  /** Its part of a bar. */
  fill: string;
}

/** The outcomes as people call them; each has a shape of its own besides its colour. */
export const outcomeWords: Record<CellState, OutcomeWords> = {
  unknown: {
    label: 'Not proven yet',
    meaning: 'Sent, but the service has not shown yet whether it happened. The console goes on asking.',
    tone: 'warning',
    icon: CircleHelp,
    fill: 'bg-[repeating-linear-gradient(135deg,var(--color-warning)_0_3px,var(--color-warning-soft)_3px_6px)]',
  },
  rejected: {
    label: 'Refused',
    meaning: 'The service said no, or did not keep the change.',
    tone: 'danger',
    icon: OctagonX,
    fill: 'bg-danger',
  },
  conflict: {
    label: 'Changed meanwhile',
    meaning: 'The value was not the one seen any more, so it was left as it was.',
    tone: 'warning',
    icon: TriangleAlert,
    fill: 'bg-warning',
  },
  applied: {
    label: 'Applied',
    meaning: 'Changed, and read back from the service.',
    tone: 'success',
    icon: CircleCheck,
    fill: 'bg-success',
  },
  already: {
    label: 'Already so',
    meaning: 'Had the value before, so nothing was sent.',
    tone: 'neutral',
    icon: CircleMinus,
    fill: 'bg-[repeating-linear-gradient(90deg,var(--color-success)_0_1px,var(--color-success-soft)_1px_4px)]',
  },
  cancelled: {
    label: 'Not sent',
    meaning: 'Cancelled before it was sent.',
    tone: 'neutral',
    icon: Ban,
    fill: 'bg-line-strong',
  },
  pending: {
    label: 'Waiting',
    meaning: 'Not decided yet.',
    tone: 'neutral',
    icon: CircleDashed,
    fill: 'bg-line',
  },
};

/** In the order in which a reader wants to know of them. */
export const outcomeOrder: readonly CellState[] = [
  'unknown',
  'rejected',
  'conflict',
  'applied',
  'already',
  'cancelled',
  'pending',
];
