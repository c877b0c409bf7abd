import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { useChangeLinks } from '@/components/changes/change-links';
import { endInWords } from '@/components/changes/progress-words';
import { notify } from '@/components/ui/feedback/toast-store';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { endedSets } from '@/lib/client/changes/ended-sets';
import { useConnectionKey } from '@/lib/client/connection';
import { labelsQuery } from '@/lib/client/labels';
import { keyNames, noKeyNames } from '@/lib/domain/access/names/key-names';
import { setTitle } from '@/lib/domain/changes/change-words';
import { endedWell, hasEnded } from '@/lib/domain/changes/progress';

/** Says in a toast how a change set ended, with a link to its page; says nothing while that page is open. */
export function useEndedSetToasts(): void {
  const client = useQueryClient();
  const connection = useConnectionKey();
  const pathname = usePathname();
  const links = useChangeLinks();
  const say = useEffectEvent(async (from: string, id: string) => {
    if (from !== connection || pathname === `/changes/${id}`) return;
    const [set, names] = await Promise.all([
      client.fetchQuery({ ...changeSetQuery(id, true), staleTime: 0 }),
      client.ensureQueryData(labelsQuery(from)).then(keyNames, () => noKeyNames),
    ]);
    if (!hasEnded(set)) return endedSets.expect(from, id); // a person retries it
    const title = setTitle(set, names);
    const action = { label: 'Open', href: links.set(id) };
    if (endedWell(set)) notify.success(title, { description: endInWords(set), action });
    else notify.problem(title, endInWords(set), { action });
  });
  useEffect(
    () => endedSets.subscribe((from, id) => void say(from, id).catch(() => undefined)), // the list of changes has it too
    [],
  );
}
