import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { askedWhile } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { endedSets } from '@/lib/client/changes/ended-sets';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { endedWell, hasEnded } from '@/lib/domain/changes/progress';

/** How many seconds a set that ended well is in sight; one that needs a look stays. */
const shownSeconds = 2 * 60;
/** What marks each place that shows it: it stays as long as the focus or the pointer is in one of them. */
export const endedSetPlace = { 'data-ended-set': '' };
const heldPlace = '[data-ended-set]:is(:hover, :focus-within)';

/** The newest set that ended unseen, and how many wait behind it; one whose page is open counts as seen. */
export function useEndedSet(): { set: ChangeSet | undefined; more: number; dismiss: () => void } {
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
  const { data } = useQuery({ ...changeSetQuery(id, true), enabled: askedWhile(id !== '') });
  const isKnown = id !== '' && data !== undefined && hasEnded(data);
  const goesById = isKnown && endedWell(data) ? id : '';
  useEffect(() => {
    if (goesById === '') return undefined;
    return onceSeen(() => endedSets.dismissSeen(connection, goesById));
  }, [connection, goesById]);
  return {
    set: isKnown ? data : undefined,
    more: isKnown ? ids.filter((one) => one !== opened).length - 1 : 0,
    dismiss: () => endedSets.dismiss(connection, id),
  };
}

/** Calls back when the page was in sight for long enough and nobody holds what it shows. @returns what stops it. */
function onceSeen(then: () => void): () => void {
  let left = shownSeconds;
  const timer = window.setInterval(() => {
    if (!document.hidden) left--;
    if (left <= 0 && document.querySelector(heldPlace) === null) then();
  }, 1000);
  return () => window.clearInterval(timer);
}
