import { Hourglass, Pause, Play, Undo2, type LucideIcon } from 'lucide-react';
import { Badge, type BadgeTone } from '@/components/ui/feedback/badge';
import { Ring } from '@/components/ui/feedback/ring';
import { type CellState, unconfirmedState } from '@/lib/contract/changes/change-states';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { inDigits } from '@/lib/domain/reader-formats';
import { outcomeWords, stateWords } from './outcome-words';

type StandingSet = Pick<ChangeSet, 'state' | 'asked' | 'pause' | 'counts' | 'undoState' | 'undone'>;

interface Standing {
  word: string;
  tone: BadgeTone;
  /** Null: a turning ring. */
  icon: LucideIcon | null;
}

/** The state and outcome of a set: "Done, 13 refused", "Paused, 2 unconfirmed", "Partly undone". */
export function standingOf(set: StandingSet): Standing {
  return hasEnded(set) ? endOf(set) : progressOf(set);
}

/** How much of a set its finished undos took back. */
export function undoneOf({ counts, undoState, undone }: StandingSet): 'all' | 'part' | 'nothing' {
  if (undone === 0 || undoState === null || !hasEnded({ state: undoState })) return 'nothing';
  return undone >= counts.applied ? 'all' : 'part';
}

function endOf(set: StandingSet): Standing {
  const { state, counts } = set;
  const { total, applied, already } = counts;
  const undone = undoneOf(set);
  if (undone === 'all') return { word: 'Undone', tone: 'neutral', icon: Undo2 };
  if (undone === 'part') return { word: 'Partly undone', tone: 'warning', icon: Undo2 };
  if (applied + already === total) return applied > 0 ? done('success', iconOf('applied')) : allOf('already');
  const missed = (['rejected', 'conflict', 'cancelled'] as const).filter((outcome) => counts[outcome] > 0);
  const [only] = missed.length === 1 ? missed : [];
  if (state === 'cancelled') {
    if (applied === 0) return { word: stateWords.cancelled, tone: 'neutral', icon: iconOf('cancelled') };
    return {
      word: `${stateWords.cancelled}, ${inDigits(applied)} ${outcomeWords.applied.label.toLowerCase()}`,
      tone: 'warning',
      icon: iconOf('cancelled'),
    };
  }
  if (only !== undefined && counts[only] === total) return allOf(only);
  const count = total - applied - already;
  const what =
    only === undefined || only === 'cancelled' ? 'not applied' : outcomeWords[only].label.toLowerCase();
  return done('warning', iconOf(only ?? 'rejected'), `, ${inDigits(count)} ${what}`);
}

function done(tone: BadgeTone, icon: LucideIcon, more = ''): Standing {
  return { word: `${stateWords.done}${more}`, tone, icon };
}

function allOf(outcome: CellState): Standing {
  const { label, tone, icon } = outcomeWords[outcome];
  return { word: label, tone, icon };
}

function iconOf(outcome: CellState): LucideIcon {
  return outcomeWords[outcome].icon;
}

function progressOf({ state, asked, pause, counts }: StandingSet): Standing {
  const { [unconfirmedState]: unconfirmed, total } = counts;
  if (unconfirmed > 0 && unconfirmed === total) return allOf(unconfirmedState);
  const more = unconfirmed === 0 ? '' : `, ${inDigits(unconfirmed)} unconfirmed`;
  if (asked === 'cancel') return { word: `Cancelling${more}`, tone: 'warning', icon: null };
  if (state === 'paused') {
    const word = pause?.retryAt != null ? 'Paused, tries again' : stateWords.paused;
    return { word: `${word}${more}`, tone: 'warning', icon: Pause };
  }
  if (asked === 'pause') return { word: `Pausing${more}`, tone: 'warning', icon: null };
  const isWaiting = state === 'queued';
  const tone = unconfirmed > 0 ? 'warning' : isWaiting ? 'neutral' : 'accent';
  return { word: `${stateWords[state]}${more}`, tone, icon: isWaiting ? Hourglass : Play };
}

export function StateBadge({ set }: { set: StandingSet }) {
  const { word, tone, icon: Icon } = standingOf(set);
  return (
    <Badge tone={tone}>
      {Icon === null ? <Ring className="size-3!" /> : <Icon aria-hidden="true" className="size-3" />}
      {word}
    </Badge>
  );
}

export function OutcomeBadge({ state }: { state: CellState }) {
  const { label, meaning, tone, icon: Icon } = outcomeWords[state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3" />
      <span title={meaning}>{label}</span>
    </Badge>
  );
}
