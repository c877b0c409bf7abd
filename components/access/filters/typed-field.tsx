'use client';

import {
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react';
import { SearchField } from '@/components/ui/fields/search-field';
import type { TypedField } from './typed-address';

type TypedSearchFieldProps = Omit<
  ComponentProps<typeof SearchField>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown'
> & {
  field: TypedField;
  /** Paints what the text lets through, before the page is drawn with it. */
  onAhead: (text: string) => void;
  /** Whether a text is not taken, which this then says: the field keeps what it has. */
  refuses: (text: string) => boolean;
};

/** Milliseconds after which what a key has painted is on the screen. */
const shownMs = 80;

/** A text filter: with each key its own text and the grid come first, and what else follows from it a moment later. */
export function TypedSearchField({ field, onAhead, refuses, ...props }: TypedSearchFieldProps) {
  /** Text that the page is not drawn with yet. */
  const [ahead, setAhead] = useState<string | null>(null);
  const value = ahead ?? field.value;
  const follow = useEffectEvent((text: string) =>
    startTransition(() => {
      field.onChange(text);
      setAhead(null);
    }),
  );
  useEffect(() => {
    if (ahead === null) return;
    // Not by asking for a frame, which the browser would make before it shows the grid's own.
    const timer = setTimeout(() => follow(ahead), shownMs);
    return () => clearTimeout(timer);
  }, [ahead]);
  return (
    <SearchField
      {...props}
      value={value}
      onChange={(text) => {
        if (text.length > value.length && refuses(text)) return;
        field.onKey();
        setAhead(text);
        onAhead(text);
      }}
      onBlur={() => {
        setAhead(null);
        field.onLeave(value);
      }}
      onKeyDown={toMatrix}
    />
  );
}

/** Enter and the arrow down lead from the search to what was found. */
function toMatrix(event: KeyboardEvent): void {
  if (!['Enter', 'ArrowDown'].includes(event.key)) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
}
