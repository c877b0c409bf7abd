'use client';

import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds without a key after which what was typed is handed on. */
const pauseMs = 300;

/** What a person types, the value before it, and the text that was handed on; null: none was. */
interface Typing {
  draft: string;
  over: string;
  sent: string | null;
}

/**
 * What a person types, handed on when typing pauses. A value that changes from outside, by a link, "clear" or the
 * browser's Back, replaces the draft, which is then not handed on: Back would be undone by it.
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
    /** Hands on what is typed. */
    commitNow,
  };
}

/** The typing that still stands over a value; null where the value is the same or came from elsewhere. */
export function typingOver(typing: Typing, value: string): Typing | null {
  const { draft, over, sent } = typing;
  if (value === sent) return draft === sent ? null : { draft, over: sent, sent: null };
  if (value !== over) return null;
  return sent === null && draft === value ? null : typing;
}
