'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { subscribeEvents } from '@/lib/client/events';
import { sessionQuery } from '@/lib/client/session';
import type { Cell } from '@/lib/contract/access';
import type { AccessEvent } from '@/lib/contract/events';
import { newsInWords, type ToldCell } from '@/lib/domain/access/access-words';

/** What happens within this time is said in one sentence. */
const gatherMs = 1_000;

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
    let gathered: ToldCell[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeEvents('access', ({ cells }, from) => {
      const news = from === connection ? cells.filter((cell) => isNews(cell)) : [];
      if (news.length === 0) return;
      gathered.push(...news);
      timer ??= setTimeout(() => {
        say(newsInWords(gathered));
        gathered = [];
        timer = undefined;
      }, gatherMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [connection]);
}
