import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { askedWhile } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { endedSets } from '@/lib/client/changes/ended-sets';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from '@/lib/domain/changes/progress';

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
  return {
    set: isKnown ? data : undefined,
    more: isKnown ? ids.filter((one) => one !== opened).length - 1 : 0,
    dismiss: () => endedSets.dismiss(connection, id),
  };
}
