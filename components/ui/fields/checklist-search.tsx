'use client';

import type { KeyboardEvent } from 'react';
import { SearchField } from './search-field';

interface ChecklistSearchProps {
  /** Of the list that it narrows. */
  label: string;
  search: string;
  setSearch: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The search at the top of a list of options: there at once, also where the list is still on its way. */
export function ChecklistSearch({ label, search, setSearch, onKeyDown }: ChecklistSearchProps) {
  return (
    <div className="shrink-0 border-b border-line p-2">
      <SearchField
        label={`Search ${label.toLowerCase()}`}
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          // Else it would press the list's button too, which has the focus once the list is closed.
          if (event.key === 'Enter') event.preventDefault();
          onKeyDown?.(event);
        }}
        data-autofocus
      />
    </div>
  );
}
