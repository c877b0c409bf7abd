'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TimerReset } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/feedback/toast';
import { topmostDialog } from '@/components/ui/overlays/topmost-dialog';
import { sessionQuery, tellUse } from '@/lib/client/session/session';
import { timeInWords } from '@/lib/domain/reader-formats';
import {
  endsForGood,
  pollEveryMs,
  tellUseEveryMs,
  warnBeforeMs,
  type SessionClock,
} from '@/lib/domain/session/session-clock';

/** Attribute of the warning: a press on it is the choice it offers, no sign of work on the page. */
const warningMark = 'data-session-warning';

const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Watches the session from inside the shell: tells the console that a page is in use, warns before the session ends,
 * and notices when it has ended; the refusal of the next question then leads to the sign-in page.
 */
export function IdleWarning() {
  const { data: session, refetch } = useQuery({
    ...sessionQuery(),
    refetchInterval: ({ state }) =>
      state.data === undefined ? 5_000 : pollEveryMs(state.data.clock, Date.now()),
    // A page nobody looks at must not show data longer than its session lives.
    refetchIntervalInBackground: true,
  });
  const clock = session?.clock;
  const now = useTimeNearEnd(clock);
  const [hidden, setHidden] = useState<number | null>(null);
  useTellUse(clock);
  const left = clock === undefined ? Infinity : clock.expiresAt - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) void refetch();
  }, [isOver, refetch]);
  if (clock === undefined || left > warnBeforeMs(clock)) return null;
  const isForGood = endsForGood(clock);
  if (isForGood && hidden === clock.endsAt) return null;
  return createPortal(
    <section
      {...{ [warningMark]: '' }}
      aria-label="End of the session"
      data-print="hide"
      className="fixed inset-x-2 top-2 z-20 mx-auto flex max-w-lg items-start gap-3 rounded-md border border-l-4 border-warning bg-surface-raised px-3 py-2 text-sm text-text shadow-raised"
    >
      <TimerReset aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0 flex-1">
        {/* Only what does not count down is read out. */}
        <p role="alert">{isForGood ? limitWords(clock) : idleWords(clock)}</p>
        <div className="mt-2 flex flex-wrap items-center gap-3">
          {isForGood ? <Button onPress={() => setHidden(clock.endsAt)}>Hide this</Button> : <StayButton />}
          <span aria-hidden="true" className="tabular text-text-muted">
            {inMinutes(left)} left
          </span>
        </div>
      </div>
    </section>,
    topmostDialog() ?? document.body,
  );
}

function StayButton() {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const stay = async () => {
    setAsking(true);
    try {
      await tellUse(client);
    } catch {
      // Whether the session still lives is what this question answers; its refusal leads to the sign-in page.
      void client.invalidateQueries(sessionQuery());
      notify.problem(
        'The console did not answer',
        'Whether you stay signed in is not known. Check the network and press “Stay signed in” again.',
      );
    }
    setAsking(false);
  };
  return (
    <Button
      variant="primary"
      isPending={isAsking}
      onPress={() => void stay()}
      // The focus stays where somebody is typing.
      onMouseDown={(event) => event.preventDefault()}
    >
      Stay signed in
    </Button>
  );
}

/**
 * Tells the console now and then that somebody is at work on a page that asks for nothing: who only scrolls, or types
 * in filters, is not signed out meanwhile.
 */
function useTellUse(clock: SessionClock | undefined): void {
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

/** The time in epoch ms: renewed when the warning is due, and every second from then on. */
function useTimeNearEnd(clock: SessionClock | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (clock === undefined) return;
    const quiet = clock.expiresAt - warnBeforeMs(clock) - Date.now();
    // A longer timer would overflow, and a machine that slept may be late.
    const timer = setTimeout(() => setNow(Date.now()), Math.min(60_000, quiet > 0 ? quiet + 50 : 1_000));
    return () => clearTimeout(timer);
  }, [clock, now]);
  return now;
}

function idleWords({ expiresAt }: SessionClock): string {
  return `You will be signed out at ${timeOfDay(expiresAt)} because nothing was done here.`;
}

function limitWords({ endsAt }: SessionClock): string {
  return `You will be signed out at ${timeOfDay(endsAt)}, because your session reaches its time limit. Finish what you are doing; after that, sign in again to continue where you were.`;
}

function timeOfDay(instant: number): string {
  return timeInWords(new Date(instant), undefined);
}

/** "1:05". */
function inMinutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}
