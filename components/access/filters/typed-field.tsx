'use client';

import { useRef, type ComponentProps, type KeyboardEvent } from 'react';
import { SearchField } from '@/components/ui/fields/search-field';
import type { useAccessAddress } from './access-address';

type TypedSearchFieldProps = Omit<ComponentProps<typeof SearchField>, 'value' | 'onChange' | 'onBlur'> & {
  address: ReturnType<typeof useAccessAddress>;
  name: 'q' | 'entity';
  /** Whether a text is refused. Says why; the field keeps its text. */
  refuses: (text: string) => boolean;
};

/** A text filter: the page filters by each key; the address gets the text when typing pauses or the field is left. */
export function TypedSearchField({ address, name, refuses, ...props }: TypedSearchFieldProps) {
  const [{ [name]: value }, set] = address;
  const isTyped = useRef(false);
  return (
    <SearchField
      {...props}
      value={value}
      onChange={(text) => {
        if (text.length > value.length && refuses(text)) return;
        isTyped.current = true;
        set({ [name]: text }, 'typed');
      }}
      onBlur={() => {
        const written = new URLSearchParams(window.location.search).get(name) ?? '';
        if (isTyped.current && written !== value.trim()) set({ [name]: value });
        isTyped.current = false;
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
