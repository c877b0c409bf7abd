import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useChangeLinks } from '@/components/changes/change-links';
import { endInWords } from '@/components/changes/progress-words';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import { changeSetRegister } from '@/lib/client/changes/change-set-register';
import { useConnectionKey } from '@/lib/client/connection';
import { labelsQuery } from '@/lib/client/labels';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { keyNames, noKeyNames } from '@/lib/domain/access/names/key-names';
import { setTitle } from '@/lib/domain/changes/change-words';
import { endedWell } from '@/lib/domain/changes/progress';

/**
 * Says in a toast how a change set ended, with a link to its page; says nothing while that page is open. The toast leaves
 * when the set is undone.
 */
export function useEndedSetToasts(): void {
  const client = useQueryClient();
  const connection = useConnectionKey();
  const pathname = usePathname();
  const links = useChangeLinks();
  /** By set id, the toast of a set that ended well. A toast of a problem stays until a person closes it. */
  const shown = useRef(new Map<string, number>());
  const say = useEffectEvent(async (from: string, set: ChangeSet) => {
    // A switch shows its end where it was pressed.
    if (set.kind === 'switch' || from !== connection || pathname === `/changes/${set.id}`) return;
    const names = await client.ensureQueryData(labelsQuery(from)).then(keyNames, () => noKeyNames);
    const title = setTitle(set, names);
    const action = { label: 'Open', href: links.set(set.id) };
    if (endedWell(set))
      shown.current.set(set.id, notify.success(title, { description: endInWords(set), action }));
    else notify.problem(title, endInWords(set), { action });
  });
  useEffect(
    () =>
      changeSetRegister.subscribe((from, { set, hasJustEnded }) => {
        if (set === null) return;
        if (set.undoOf !== null && set.counts.applied > 0)
          toastStore.dismiss(shown.current.get(set.undoOf) ?? 0);
        if (hasJustEnded) void say(from, set);
      }),
    [],
  );
}
