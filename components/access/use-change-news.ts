'use client';

import { useEffect, useState } from 'react';
import { notify } from '@/components/ui/toast';
import { toastStore } from '@/components/ui/toast-store';
import type { AccessChanges } from '@/lib/client/access-changes';
import { overlayKey } from '@/lib/domain/access/cell-overlays';

/**
 * Speaks about the person's changes: quietly when they went well, with a message that stays when they did not and
 * goes when there is later news of the same cell. Returns how many changes were not made and are still marked.
 */
export function useChangeNews(changes: AccessChanges, announce: (words: string) => void): number {
  const [marks, setMarks] = useState(0);
  useEffect(() => {
    const shown = new Map<string, number>();
    const count = () =>
      setMarks(changes.overlays().filter(({ phase }) => phase === 'conflict' || phase === 'refused').length);
    count();
    return changes.subscribe({
      cells: count,
      news: ({ cell, kind, title, detail }) => {
        const key = overlayKey(cell);
        const older = shown.get(key);
        const isOpen =
          changes.overlay(cell)?.phase === 'unanswered' || changes.overlay(cell)?.phase === 'unknown';
        if (older !== undefined && !(kind === 'quiet' && isOpen)) toastStore.dismiss(older);
        if (kind === 'quiet') announce(title);
        else shown.set(key, notify.problem(title, detail));
      },
    });
  }, [changes, announce]);
  return marks;
}
