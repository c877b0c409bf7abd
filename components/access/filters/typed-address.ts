'use client';

import type { ComponentProps, KeyboardEvent } from 'react';
import type { SearchField } from '@/components/ui/fields/search-field';
import { useDraft } from '@/components/ui/fields/use-draft';
import { addressWith, useAccessAddress, type AccessAddress } from './access-address';

/** Properties of a field whose text filters while it is typed. */
export type TypedField = Pick<
  ComponentProps<typeof SearchField>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown'
>;

/**
 * What the access page shows, kept in its URL. Text filters act with each key, and reach the URL when typing pauses or
 * the focus leaves the field: every writing of an address draws all that reads one.
 * @returns the address with what is being typed, how to change it, and the fields of the text filters.
 */
export function useTypedAddress() {
  const [written, write] = useAccessAddress();
  const q = useDraft(written.q, (text) => writeAtOnce({ q: text }));
  const entity = useDraft(written.entity, (text) => writeAtOnce({ entity: text }));
  const typed = { ...(q.isTyping && { q: q.draft }), ...(entity.isTyping && { entity: entity.draft }) };
  const set: typeof write = (next, options) => {
    q.drop();
    entity.drop();
    const isPart = typeof next !== 'function' && next !== null;
    return write(isPart ? { ...typed, ...next } : next, options);
  };
  const address: ReturnType<typeof useAccessAddress> = [{ ...written, ...typed }, set];
  return { address, fields: { q: fieldOf(q), entity: fieldOf(entity) } };
}

/** Not in nuqs' queue: what is written after a way to another page has begun leads back to this one. */
function writeAtOnce(texts: Partial<AccessAddress>): void {
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', addressWith(`${pathname}${search}`, texts));
}

function fieldOf({ draft, change, commitNow }: ReturnType<typeof useDraft>): TypedField {
  return { value: draft, onChange: change, onBlur: () => void commitNow(), onKeyDown: toMatrix };
}

/** Enter and the arrow down lead from the search to what was found. */
function toMatrix(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || !['Enter', 'ArrowDown'].includes(event.key)) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
}
