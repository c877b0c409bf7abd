'use client';

import { useEffect, useEffectEvent, useState } from 'react';

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
  const commitNow = (): boolean => {
    if (typing === null) return true;
    const text = typing.draft.trim();
    if (text === (typing.sent ?? typing.over)) return true;
    const isTaken = commit(text) !== false;
    if (isTaken) setTyping({ ...typing, sent: text });
    return isTaken;
  };
  const pause = useEffectEvent(() => void commitNow());
  useEffect(() => {
    if (known === null) return;
    const flush = () => pause();
    const drop = () => setTyping(null);
    const timer = setTimeout(flush, pauseMs);
    window.addEventListener('pagehide', flush);
    window.addEventListener('popstate', drop);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('popstate', drop);
    };
  }, [known]);
  return {
    draft: typing === null ? value : typing.draft,
    isTyping: typing !== null,
    change: (draft: string) => setTyping({ draft, over: value, sent: typing?.sent ?? null }),
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
