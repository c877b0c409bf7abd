'use client';

import { useState, type ReactNode } from 'react';
import { DraftField } from '@/components/ui/fields/draft-field';
import { Pager } from '@/components/ui/pager';

const pageSize = 100;

interface ImportTableProps<T> {
  label: string;
  items: readonly T[];
  /** The text in which a search looks. */
  textOf: (item: T) => string;
  head: ReactNode;
  /** Told its place on the page, for items that repeat. */
  row: (item: T, index: number) => ReactNode;
  /** Beside the search; told which items the search lets through. */
  actions?: (found: readonly T[]) => ReactNode;
  /** Below the search, about what is missing in the list. */
  note?: ReactNode;
}

/** A list of one part of a preview: searched in the browser, a hundred at a time, however long it is. */
export function ImportTable<T>({ label, items, textOf, head, row, actions, note }: ImportTableProps<T>) {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const wanted = text.toLowerCase();
  const found = wanted === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(wanted));
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  return (
    <>
      <div data-print="hide" className="flex flex-wrap items-end justify-between gap-2">
        <div className="flex flex-wrap items-center gap-2">{actions?.(found)}</div>
        <DraftField
          look="search"
          label="Find"
          placeholder="Record ID or entity"
          maxLength={250}
          value={text}
          onCommit={(next) => {
            setText(next);
            setPage(1);
          }}
          className="w-full sm:w-56"
        />
      </div>
      {note}
      <div
        role="region"
        aria-label={label}
        tabIndex={0}
        className="relative max-h-[calc(100dvh-12rem)] overflow-auto rounded-md border border-line bg-surface print:max-h-none print:overflow-visible"
      >
        <table className="w-full border-separate border-spacing-0 text-sm">
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>{shown.map(row)}</tbody>
        </table>
        {shown.length === 0 && (
          <p className="px-3 py-6 text-center text-sm text-text-muted">Nothing here contains “{text}”.</p>
        )}
      </div>
      <Pager
        shown={{ page, pageSize, total: found.length, count: shown.length }}
        onGo={setPage}
        className="justify-end"
      />
    </>
  );
}
