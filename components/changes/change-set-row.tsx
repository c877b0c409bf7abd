'use client';

import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import { Instant } from '@/components/ui/instant';
import type { ChangeSet } from '@/lib/contract/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { CellNames } from './cell-names';
import { useChangeLinks } from './change-links';
import { OutcomeBadge } from './outcome-badge';
import { OutcomeBar } from './outcome-bar';
import { OutcomeCounts } from './outcome-counts';
import { progressInWords } from './progress-words';
import { StateBadge } from './state-badge';

/** One set in the list: what it changed, who asked for it and why, and how far it is. */
export function ChangeSetRow({ set }: { set: ChangeSet }) {
  const links = useChangeLinks();
  const title = setTitle(set);
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={links.set(set.id)}
            className="min-w-0 rounded-sm font-medium wrap-anywhere hover:text-accent-text hover:underline"
          >
            {title}
          </Link>
          {set.undoneBy !== null && <Badge>Undone</Badge>}
        </div>
        {set.only !== null && <CellNames cell={set.only} />}
        <p className="text-sm wrap-anywhere text-text-muted">
          <Instant at={set.createdAt} look="time" />
          {' · '}
          {set.person.name}
          {set.kind === 'undo' && set.only !== null && ' · undo'}
          {set.reason !== '' && <span className="text-text"> · “{set.reason}”</span>}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5 lg:items-stretch">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 lg:justify-end">
          {set.only !== null && (set.state === 'done' || set.only.state !== 'pending') && (
            <OutcomeBadge state={set.only.state} />
          )}
          {set.state !== 'done' && <StateBadge set={set} />}
          {!hasEnded(set) && set.only === null && (
            <span className="tabular text-sm text-text-muted">{progressInWords(set)}</span>
          )}
        </div>
        {set.only === null && (
          <>
            <OutcomeBar counts={set.counts} label={`Progress: ${title}`} className="h-1.5" />
            <OutcomeCounts counts={set.counts} className="lg:justify-end" />
          </>
        )}
      </div>
    </li>
  );
}
