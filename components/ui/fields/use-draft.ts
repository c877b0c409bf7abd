'use client';

import { useEffect, useEffectEvent, useState } from 'react';

/** Ms without a key before the text is committed. */
const pauseMs = 300;

/** The typed text, the value before it, and the committed text; null: none. */
interface Typing {
  draft: string;
  over: string;
  sent: string | null;
}

/**
 * Typed text, committed when typing pauses. A value that changes from outside (link, "clear", Back) replaces the
 * draft without a commit, which would undo Back. `commit` returns false for an invalid text: the draft stays, and
 * `commitNow` returns false too.
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
    const timer = setTimeout(() => pause(), pauseMs);
    const drop = () => setTyping(null);
    window.addEventListener('popstate', drop);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('popstate', drop);
    };
  }, [known]);
  return {
    draft: typing === null ? value : typing.draft,
    change: (draft: string) => setTyping({ draft, over: value, sent: typing?.sent ?? null }),
    commitNow,
  };
}

/** The typing that still applies to a value; null: the value is the same, or changed from outside. */
export function typingOver(typing: Typing, value: string): Typing | null {
  const { draft, over, sent } = typing;
  if (value === sent) return draft === sent ? null : { draft, over: sent, sent: null };
  if (value !== over) return null;
  return sent === null && draft === value ? null : typing;
}
