'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '@/components/ui/use-hydrated';
import { sessionQuery, tellUse } from '@/lib/client/session/session';
import {
  endsForGood,
  pollEveryMs,
  tellUseEveryMs,
  warnBeforeMs,
  type SessionClock,
} from '@/lib/domain/session/session-clock';
import { SessionEndWarning } from './session-end-warning';

/** A press on the warning is no sign of use by itself. */
const warningMark = 'data-session-warning';

const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Tells the console that the page is in use, warns before the session ends, and notices its end; the next refused
 * request then opens the sign-in page.
 */
export function IdleWarning() {
  const { data: session, refetch } = useQuery({
    ...sessionQuery(),
    refetchInterval: ({ state }) =>
      state.data === undefined ? 5_000 : pollEveryMs(state.data.clock, Date.now()),
    // A hidden page must not show data longer than its session lives.
    refetchIntervalInBackground: true,
  });
  const clock = session?.clock;
  const now = useTimeNearEnd(clock);
  const isHydrated = useHydrated();
  const [hidden, setHidden] = useState<number | null>(null);
  useTellUse(clock);
  const left = clock === undefined ? Infinity : clock.expiresAt - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) void refetch();
  }, [isOver, refetch]);
  // The server draws no warning: it is a portal, and its time is in the reader's time zone.
  if (!isHydrated || clock === undefined || left > warnBeforeMs(clock)) return null;
  if (endsForGood(clock) && hidden === clock.endsAt) return null;
  return <SessionEndWarning {...{ clock, left }} mark={warningMark} onHide={() => setHidden(clock.endsAt)} />;
}

/** Tells the console about use that sends no request, such as scrolling or typing in filters. */
function useTellUse(clock: SessionClock | undefined): void {
  const client = useQueryClient();
  const everyMs = clock === undefined ? null : tellUseEveryMs(clock);
  const toldAt = useRef<number | null>(null);
  useEffect(() => {
    if (everyMs === null) return;
    toldAt.current ??= performance.now(); // loading the page is use
    const onSign = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`[${warningMark}]`)) return;
      const now = performance.now();
      if (now - (toldAt.current ?? 0) < everyMs) return;
      toldAt.current = now;
      // The session query meets the same refusal and opens the sign-in page.
      tellUse(client).catch(() => client.invalidateQueries(sessionQuery()));
    };
    for (const sign of signs) window.addEventListener(sign, onSign, { capture: true, passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, onSign, { capture: true });
    };
  }, [client, everyMs]);
}

/** Epoch ms: renewed when the warning is due, then every second. */
function useTimeNearEnd(clock: SessionClock | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (clock === undefined) return;
    const quiet = clock.expiresAt - warnBeforeMs(clock) - Date.now();
    // A longer timer would overflow, and a computer that slept may be late.
    const timer = setTimeout(() => setNow(Date.now()), Math.min(60_000, quiet > 0 ? quiet + 50 : 1_000));
    return () => clearTimeout(timer);
  }, [clock, now]);
  return now;
}
