import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sessionQuery, tellUse } from '@/lib/client/session';
import { tellUseEveryMs, type SessionClock } from '@/lib/domain/session/session-clock';

/** Attribute of the warning: a press on it is the choice it offers, no sign of work on the page. */
export const warningMark = 'data-session-warning';

const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Tells the console now and then that somebody is at work on a page that asks for nothing: who only scrolls, or types
 * in filters, is not signed out meanwhile.
 */
export function useTellUse(clock: SessionClock | undefined): void {
  const client = useQueryClient();
  const everyMs = clock === undefined ? null : tellUseEveryMs(clock);
  const toldAt = useRef<number | null>(null);
  useEffect(() => {
    if (everyMs === null) return;
    toldAt.current ??= performance.now(); // loading the page was use
    const onSign = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`[${warningMark}]`)) return;
      const now = performance.now();
      if (now - (toldAt.current ?? 0) < everyMs) return;
      toldAt.current = now;
      // A refusal is met again by the question after the session, which leads to the sign-in page.
      tellUse(client).catch(() => client.invalidateQueries(sessionQuery()));
    };
    for (const sign of signs) window.addEventListener(sign, onSign, { capture: true, passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, onSign, { capture: true });
    };
  }, [client, everyMs]);
}
