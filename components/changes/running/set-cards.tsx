'use client';

import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { TextLink } from '@/components/ui/text-link';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import { useKeyNames } from '@/lib/client/use-names';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { useChangeLinks } from '@/components/changes/change-links';
import { OutcomeBar } from '@/components/changes/outcome/outcome-counts';
import { percentInWords, progressInWords } from '@/components/changes/progress-words';
import { inDigits } from '@/lib/domain/reader-formats';

export function RunningCard({ set, others }: { set: ChangeSet; others: number }) {
  const links = useChangeLinks();
  const title = setTitle(set, useKeyNames());
  const unconfirmed = set.counts[unconfirmedState];
  return (
    <section
      aria-label="Running changes"
      className="flex flex-col gap-1.5 rounded-md border border-line bg-bg p-2 text-xs"
    >
      <TextLink look="title" href={links.set(set.id)}>
        {title}
      </TextLink>
      <OutcomeBar counts={set.counts} label={`Progress: ${title}`} className="h-1" />
      <p className="tabular text-text-muted">{stateInWords(set)}</p>
      {unconfirmed > 0 && (
        <p className="tabular flex items-center gap-1 text-warning">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {inDigits(unconfirmed)} unconfirmed
        </p>
      )}
      {others > 0 && <TextLink href={links.list({ state: 'active' })}>and {inDigits(others)} more</TextLink>}
    </section>
  );
}

export function RunningLink({ set, others }: { set: ChangeSet; others: number }) {
  const links = useChangeLinks();
  const title = setTitle(set, useKeyNames());
  const isStuck = set.state === 'paused' || set.counts[unconfirmedState] > 0;
  return (
    <Link
      href={others === 0 ? links.set(set.id) : links.list({ state: 'active' })}
      aria-label={`${title}: ${stateInWords(set)}`}
      className="tabular flex h-7 shrink-0 items-center gap-1 rounded-md border border-line bg-bg px-1.5 text-xs"
    >
      {isStuck && <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-warning" />}
      {percentInWords(set)}
    </Link>
  );
}

function stateInWords(set: ChangeSet): string {
  if (set.state === 'paused') return `${percentInWords(set)}, paused`;
  return progressInWords(set);
}
