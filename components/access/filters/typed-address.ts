'use client';

import { useEffect, useEffectEvent, useState, type ComponentProps, type KeyboardEvent } from 'react';
import type { SearchField } from '@/components/ui/fields/search-field';
import { addressWith, useAccessAddress, type AccessAddress } from './access-address';

/** Milliseconds without a key after which what was typed is written to the URL. */
const pauseMs = 250;

type TypedFilter = 'q' | 'entity';
type TypedTexts = Pick<AccessAddress, TypedFilter>;

/** Properties of a field whose text filters while it is typed. */
export type TypedField = Pick<
  ComponentProps<typeof SearchField>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown'
>;

/** What is being typed, over which address, and what of it was already written: that arrives a moment later. */
interface Typing {
  texts: TypedTexts;
  over: TypedTexts;
  sent: TypedTexts | null;
}

/**
 * What the access page shows, kept in its URL. Text filters act with each key, and reach the URL when typing pauses or
 * the focus leaves the field: every writing of an address draws all that reads one. None is written once somebody has
 * gone back, for that would lead here again.
 * @returns the address with what is being typed, how to change it, and the fields of the text filters.
 */
export function useTypedAddress() {
  const [written, write] = useAccessAddress();
  const [known, setTyping] = useState<Typing | null>(null);
  const typing = known !== null && isTyping(known, written) ? known : null;
  if (typing !== known) setTyping(typing);
  const shown: AccessAddress = typing === null ? written : { ...written, ...typing.texts };

  const set: typeof write = (next, options) => {
    setTyping(null); // it is written along, or what is written takes its place
    const isPart = typeof next !== 'function' && next !== null;
    return write(isPart ? { ...typing?.texts, ...next } : next, options);
  };
  /** At once, not in nuqs' queue: what is written after a way to another page has begun leads back to this one. */
  const finish = () => {
    if (typing === null || isSame(typing.texts, typing.sent ?? typing.over)) return;
    const { pathname, search } = window.location;
    window.history.replaceState(null, '', addressWith(`${pathname}${search}`, typing.texts));
    setTyping({ texts: typing.texts, over: written, sent: typing.texts });
  };
  const pause = useEffectEvent(finish);
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

  const field = (name: TypedFilter): TypedField => ({
    value: shown[name],
    onChange: (text) => {
      const texts = { q: shown.q, entity: shown.entity, [name]: text };
      const sent = typing?.sent ?? null;
      setTyping({ texts, over: written, sent: sent !== null && isSame(sent, written) ? null : sent });
    },
    onBlur: finish,
    onKeyDown: toMatrix,
  });
  const address: ReturnType<typeof useAccessAddress> = [shown, set];
  return { address, fields: { q: field('q'), entity: field('entity') } };
}

/** Enter and the arrow down lead from the search to what was found. */
function toMatrix(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || !['Enter', 'ArrowDown'].includes(event.key)) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
}

/** Whether something is typed that the address has not yet; an address that came from elsewhere takes its place. */
function isTyping({ texts, over, sent }: Typing, written: TypedTexts): boolean {
  if (sent === null) return isSame(written, over) && !isSame(written, texts);
  return isSame(written, over) || (isSame(written, sent) && !isSame(sent, texts));
}

function isSame(one: TypedTexts, other: TypedTexts): boolean {
  return one.q === other.q && one.entity === other.entity;
}
