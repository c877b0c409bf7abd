'use client';

import { useEffect, useState } from 'react';
import type { AccessChanges } from '@/lib/client/access-changes';
import { showProblemMessages } from './problem-messages';

/**
 * Speaks about the person's changes: quietly when they went well, with a message that outlasts the page when they did
 * not. Returns how many changes were not made and are still marked.
 */
export function useChangeNews(changes: AccessChanges, announce: (words: string) => void): number {
  const [marks, setMarks] = useState(0);
  useEffect(() => showProblemMessages(changes), [changes]);
  useEffect(() => {
    const count = () =>
      setMarks(changes.overlays().filter(({ phase }) => phase === 'conflict' || phase === 'refused').length);
    count();
    return changes.subscribe({
      cells: count,
      news: ({ kind, title }) => {
        if (kind === 'quiet') announce(title);
      },
    });
  }, [changes, announce]);
  return marks;
}
