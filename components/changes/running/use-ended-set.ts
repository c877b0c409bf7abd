import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { askedWhile } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { endedSets } from '@/lib/client/changes/ended-sets';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { endedWell, hasEnded } from '@/lib/domain/changes/progress';

/** How long a set that ended well is shown to somebody; one that needs a look stays. */
const shownMs = 2 * 60_000;

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
  const { data } = useQuery({ ...changeSetQuery(id, true), ...askedWhile(id !== '') });
  const isKnown = id !== '' && data !== undefined && hasEnded(data);
  const goesById = isKnown && endedWell(data) ? id : '';
  useEffect(() => {
    if (goesById === '') return undefined;
    return onceSeen(() => endedSets.dismissSeen(connection, goesById), shownMs);
  }, [connection, goesById]);
  return {
    set: isKnown ? data : undefined,
    more: isKnown ? ids.filter((one) => one !== opened).length - 1 : 0,
    dismiss: () => endedSets.dismiss(connection, id),
  };
}

/** Calls back so long after the page was in sight for the first time. @returns what stops it. */
function onceSeen(then: () => void, afterMs: number): () => void {
  let timer: number | undefined;
  const begin = () => {
    if (!document.hidden) timer ??= window.setTimeout(then, afterMs);
  };
  begin();
  document.addEventListener('visibilitychange', begin);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', begin);
  };
}
