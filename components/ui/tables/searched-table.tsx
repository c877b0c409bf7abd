'use client';

import { useState, type ReactNode } from 'react';
import { DataTable, type Column } from './data-table';
import { DraftField } from '@/components/ui/fields/draft-field';
import { Pager } from './pager';

const pageSize = 100;

/** Longer lists get a search. */
const mostAtSight = 10;

interface SearchedTableProps<T> {
  label: string;
  items: readonly T[];
  columns: readonly Column<T>[];
  textOf: (item: T) => string;
  action?: ReactNode;
  note?: ReactNode;
  placeholder?: string;
}

export function SearchedTable<T>(props: SearchedTableProps<T>) {
  const { label, items, columns, textOf, action, note, placeholder } = props;
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const wanted = text.toLowerCase();
  const found = wanted === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(wanted));
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)));
  const shown = found.slice((at - 1) * pageSize, at * pageSize);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {note}
        <div data-print="hide" className="ml-auto flex flex-wrap items-end gap-2 max-sm:w-full">
          {items.length > mostAtSight && (
            <DraftField
              look="search"
              label="Find"
              {...(placeholder !== undefined && { placeholder })}
              maxLength={250}
              value={text}
              onCommit={(next) => {
                setText(next);
                setPage(1);
              }}
              className="w-full sm:w-56"
            />
          )}
          {action}
        </div>
      </div>
      <DataTable
        label={label}
        columns={columns}
        items={shown}
        keyOf={(_, place) => place}
        className="max-h-[calc(100dvh-12rem)]"
        empty={
          shown.length === 0 && (
            <p className="px-3 py-6 text-center text-sm text-text-muted">Nothing here contains “{text}”.</p>
          )
        }
      />
      {(found.length > pageSize || wanted !== '') && (
        <Pager
          {...{ pageSize, page: at, total: found.length, count: shown.length }}
          onGo={setPage}
          className="justify-end"
        />
      )}
    </>
  );
}
