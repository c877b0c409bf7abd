import { Ban, CircleCheck, Hourglass, Pause, Play } from 'lucide-react';
import { Badge } from '@/components/ui/feedback/badge';
import { Ring } from '@/components/ui/feedback/ring';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { stateWords } from './outcome-words';

/** How a set stands, in a word. */
export function StateBadge({ set }: { set: Pick<ChangeSet, 'state' | 'asked' | 'pause'> }) {
  const { state, asked, pause } = set;
  if (state === 'done')
    return <Look icon={<CircleCheck aria-hidden="true" className="size-3" />} word={stateWords.done} />;
  if (state === 'cancelled')
    return <Look icon={<Ban aria-hidden="true" className="size-3" />} word={stateWords.cancelled} />;
  if (asked === 'cancel')
    return <Look tone="warning" icon={<Ring className="size-3!" />} word="Cancelling" />;
  if (state === 'paused') {
    const goesOn = pause?.retryAt != null;
    const icon = <Pause aria-hidden="true" className="size-3" />;
    return <Look tone="warning" icon={icon} word={goesOn ? 'Paused, tries again' : stateWords.paused} />;
  }
  if (asked === 'pause') return <Look tone="warning" icon={<Ring className="size-3!" />} word="Pausing" />;
  if (state === 'queued')
    return <Look icon={<Hourglass aria-hidden="true" className="size-3" />} word={stateWords.queued} />;
  return (
    <Look tone="accent" icon={<Play aria-hidden="true" className="size-3" />} word={stateWords.running} />
  );
}

function Look({ tone, icon, word }: { tone?: 'accent' | 'warning'; icon: React.ReactNode; word: string }) {
  return (
    <Badge tone={tone ?? 'neutral'}>
      {icon}
      {word}
    </Badge>
  );
}
