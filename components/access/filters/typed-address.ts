'use client';

import { useDraft } from '@/components/ui/fields/use-draft';
import { useAccessAddress } from './access-address';

/** A field whose text filters while it is typed. */
export interface TypedField {
  value: string;
  /** A key was typed that `onChange` follows for. */
  onKey: () => void;
  onChange: (text: string) => void;
  /** The field is left, with this text in it. */
  onLeave: (text: string) => void;
}

/**
 * What the access page shows, kept in its URL. Text filters act with each key, and reach the URL when typing pauses or
 * the focus leaves the field: every writing of an address draws all that reads one.
 * @returns the address with what is being typed, how to change it, and the fields of the text filters.
 */
export function useTypedAddress() {
  const [written, write] = useAccessAddress();
  const q = useDraft(written.q, (text) => write({ q: text }));
  const entity = useDraft(written.entity, (text) => write({ entity: text }));
  const typed = { ...(q.isTyping && { q: q.draft }), ...(entity.isTyping && { entity: entity.draft }) };
  const set: typeof write = (next) => {
    q.drop();
    entity.drop();
    write(next && { ...typed, ...next });
  };
  const address: ReturnType<typeof useAccessAddress> = [{ ...written, ...typed }, set];
  return { address, fields: { q: fieldOf(q), entity: fieldOf(entity) } };
}

function fieldOf({ draft, holdBack, change, commitNow }: ReturnType<typeof useDraft>): TypedField {
  return { value: draft, onKey: holdBack, onChange: change, onLeave: (text) => void commitNow(text) };
}
