'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Milliseconds without a key after which what was typed is handed on. */
const pauseMs = 300;

/** What is being typed, over which value, and what of it was handed on: that may arrive a moment later. */
export interface Typing {
  draft: string;
  over: string;
  /** null: nothing that has not arrived. */
  sent: string | null;
}

/**
 * What is being typed, handed on when typing pauses or the page is left. A value that changes from outside, by a link,
 * "clear" or the browser's Back, takes the place of the draft, which is then not handed on: Back would be undone by it.
 * `commit` answers false for a text it cannot take: the draft then stays, and `commitNow` answers false too.
 */
export function useDraft(value: string, commit: (value: string) => boolean | void) {
  const [known, setTyping] = useState<Typing | null>(null);
  const typing = known && typingOver(known, value);
  if (typing !== known) setTyping(typing);
  const typingOf = (draft: string): Typing => ({ draft, over: value, sent: typing?.sent ?? null });
  // What is typed in a transition may not be drawn yet when the pause after the text before it is over.
  const latest = useRef<string>(undefined);
  const commitNow = (newest?: string): boolean => {
    latest.current = newest ?? latest.current;
    const now = newest === undefined ? typing : typingOf(newest);
    if (now === null) return true;
    const text = now.draft.trim();
    if (text === (now.sent ?? now.over)) return true;
    const isTaken = commit(text) !== false;
    if (isTaken) setTyping({ ...now, sent: text });
    return isTaken;
  };
  const pause = useEffectEvent(() => void commitNow(latest.current));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (known === null) return;
    const flush = () => pause();
    const drop = () => setTyping(null);
    timer.current = setTimeout(flush, pauseMs);
    window.addEventListener('pagehide', flush);
    window.addEventListener('popstate', drop);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('popstate', drop);
    };
  }, [known]);
  return {
    draft: typing === null ? value : typing.draft,
    isTyping: typing !== null,
    change: (draft: string) => {
      latest.current = draft;
      setTyping(typingOf(draft));
    },
    /** A key was pressed: nothing is handed on before the next `change`. */
    holdBack: () => clearTimeout(timer.current),
    /** Hands on what is typed; `newest`: text that this hook has not been drawn with yet. */
    commitNow,
    /** What is typed is written along with something else, or that takes its place. */
    drop: () => setTyping(null),
  };
}

/** The typing that still stands over a value; null where the value is the same or came from elsewhere. */
export function typingOver(typing: Typing, value: string): Typing | null {
  const { draft, over, sent } = typing;
  if (value === sent) return draft === sent ? null : { draft, over: sent, sent: null };
  if (value !== over) return null;
  return sent === null && draft === value ? null : typing;
}
