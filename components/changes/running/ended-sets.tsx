'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { IconButton } from '@/components/ui/icon-button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Status } from '@/components/ui/feedback/status';
import { askedWhile } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { endedSets } from '@/lib/client/ended-sets';
import type { ChangeSet } from '@/lib/contract/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { useChangeLinks } from '@/components/changes/change-links';
import { OutcomeBar } from '@/components/changes/outcome/outcome-counts';
import { endInWords } from '@/components/changes/progress-words';

/** The newest set that ended unseen, and how many wait behind it; one whose page is open counts as seen. */
function useEndedSet(): { set: ChangeSet | undefined; more: number; dismiss: () => void } {
  const connection = useConnectionKey();
  const pathname = usePathname();
  const ids = useSyncExternalStore(
    (listener) => endedSets.subscribe(listener),
    () => endedSets.of(connection),
    () => endedSets.of(connection),
  );
  const opened = ids.find((id) => pathname === `/changes/${id}`);
  useEffect(() => {
    if (opened !== undefined) endedSets.dismiss(connection, opened);
  }, [connection, opened]);
  const [id = ''] = ids.filter((one) => one !== opened);
  const { data } = useQuery({ ...changeSetQuery(id, true), ...askedWhile(id !== '') });
  const isKnown = id !== '' && data !== undefined && hasEnded(data);
  return {
    set: isKnown ? data : undefined,
    more: isKnown ? ids.filter((one) => one !== opened).length - 1 : 0,
    dismiss: () => endedSets.dismiss(connection, id),
  };
}

/** In the navigation: what came of a set that ended while the page was open, until it is looked at or dismissed. */
export function EndedSet() {
  const { set, more, dismiss } = useEndedSet();
  const links = useChangeLinks();
  return (
    <>
      <Status as="p" className="sr-only">
        {set !== undefined && `${setTitle(set)}. ${endInWords(set)}.`}
      </Status>
      {set !== undefined && (
        <section
          aria-label="Ended changes"
          className="flex flex-col gap-1.5 rounded-md border border-line bg-bg p-2 text-xs"
        >
          <div className="flex items-start gap-1">
            <TextLink look="title" href={links.set(set.id)} className="min-w-0 flex-1">
              {setTitle(set)}
            </TextLink>
            <IconButton
              ref={rescueFocus}
              size="sm"
              label="Dismiss"
              icon={<X aria-hidden="true" />}
              onPress={dismiss}
              className="-mt-1 -mr-1"
            />
          </div>
          <OutcomeBar counts={set.counts} label={`Progress: ${setTitle(set)}`} className="h-1" />
          <p className="tabular text-text-muted">{endInWords(set)}</p>
          {more > 0 && <p className="text-text-muted">and {more.toLocaleString()} more</p>}
        </section>
      )}
    </>
  );
}

/** In the top bar of narrow screens: the same in one small link. */
export function EndedBadge() {
  const { set } = useEndedSet();
  const links = useChangeLinks();
  const words = set === undefined ? '' : `${setTitle(set)}. ${endInWords(set)}`;
  return (
    <>
      <Status as="p" className="sr-only">
        {words}
      </Status>
      {set !== undefined && (
        <Link
          href={links.set(set.id)}
          aria-label={words}
          className="flex h-7 shrink-0 items-center gap-1 rounded-md border border-line bg-bg px-1.5 text-xs"
        >
          {set.counts.applied + set.counts.already < set.counts.total && (
            <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-warning" />
          )}
          Ended
        </Link>
      )}
    </>
  );
}
