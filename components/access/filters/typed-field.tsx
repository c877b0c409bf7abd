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
};

/** Milliseconds in which a browser has shown what was painted. */
const shownMs = 50;

/** A text filter: with each key its own text and the grid come first, and what else follows from it a moment later. */
export function TypedSearchField({ field, onAhead, ...props }: TypedSearchFieldProps) {
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
    // After the grid's own frame. Not by asking for another, which the browser would make before it shows that one.
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => follow(ahead), shownMs);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [ahead]);
  return (
    <SearchField
      {...props}
      value={value}
      onChange={(text) => {
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
  if (event.nativeEvent.isComposing || !['Enter', 'ArrowDown'].includes(event.key)) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
}
