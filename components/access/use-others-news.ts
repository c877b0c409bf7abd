'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { subscribeEvents } from '@/lib/client/events';
import { sessionQuery } from '@/lib/client/session';
import type { Cell } from '@/lib/contract/access';
import type { AccessEvent } from '@/lib/contract/events';
import { NewsGatherer } from './news-gatherer';

/** Speaks about cells in view that others changed, here or elsewhere; their switches show it by themselves. */
export function useOthersNews(
  connection: string | undefined,
  isInView: (cell: Cell) => boolean,
  announce: (words: string) => void,
): void {
  const ownId = useQuery(sessionQuery()).data?.user.id;
  const isNews = useEffectEvent(
    (cell: AccessEvent['cells'][number]) =>
      (cell.applied || cell.open || cell.outside) && cell.person?.id !== ownId && isInView(cell),
  );
  const say = useEffectEvent((words: string) => announce(words));
  useEffect(() => {
    const gatherer = new NewsGatherer((words) => say(words));
    const stop = subscribeEvents('access', ({ cells }, from) => {
      if (from !== connection) return;
      for (const cell of cells) if (isNews(cell)) gatherer.add(cell);
    });
    return () => {
      stop();
      gatherer.close();
    };
  }, [connection]);
}
