'use client';

import { useEffect, useEffectEvent } from 'react';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import type { AnnouncementBatcher } from './announcement-batcher';

/** Speaks about cells in view that others changed, here or elsewhere; their switches show it by themselves. */
export function useAnnounceRemoteEdits(
  store: MatrixStore,
  isInView: (cell: Cell) => boolean,
  announce: (words: string) => void,
): void {
  const isSeen = useEffectEvent(isInView);
  const say = useEffectEvent(announce);
  useEffect(() => {
    let batcher: AnnouncementBatcher | null = null;
    let isOver = false;
    const stop = store.onRemoteEdits((cells) => {
      const seen = cells.filter((cell) => isSeen(cell));
      // Mostly nobody else is at work: its code is loaded when somebody is.
      if (seen.length > 0)
        void import('./announcement-batcher').then(
          ({ AnnouncementBatcher }) => {
            if (isOver) return;
            batcher ??= new AnnouncementBatcher((words) => say(words));
            for (const cell of seen) batcher.add(cell);
          },
          () => undefined, // their switches show it
        );
    });
    return () => {
      isOver = true;
      stop();
      batcher?.close();
    };
  }, [store]);
}
