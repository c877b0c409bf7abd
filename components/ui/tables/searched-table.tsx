'use client';

import { useState, type ReactNode } from 'react';
import { inDigits } from '@/lib/domain/reader-formats';
import { DataTable, type Column } from './data-table';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { DraftField } from '@/components/ui/fields/draft-field';
import { Pager } from './pager';

const pageSize = 100;

/** Longer lists get a search. */
const mostAtSight = 10;

interface SearchedTableProps<T> {
  label: string;
  items: readonly T[];
  columns: readonly Column<T>[];
  keyOf?: (item: T, at: number) => string | number;
  /** Text that the search looks in. */
  textOf: (item: T) => string;
  /** Adds tick boxes for each item, and one for all found. */
  ticks?: { isOn: (item: T) => boolean; onTick: (items: readonly T[], isOn: boolean) => void };
  /** Beside the search. */
  action?: ReactNode;
  /** At the left of the search. */
  note?: ReactNode;
  placeholder?: string;
  className?: string;
}

/** A list in memory, searched in the browser and shown in pages. */
export function SearchedTable<T>(props: SearchedTableProps<T>) {
  const { label, items, columns, keyOf, textOf, ticks, action, note, placeholder, className } = props;
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const wanted = text.toLowerCase();
  const found = wanted === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(wanted));
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)));
  const shown = found.slice((at - 1) * pageSize, at * pageSize);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {ticks !== undefined && <TickAll {...ticks} found={found} isAll={found.length === items.length} />}
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
        columns={ticks === undefined ? columns : withTicks(columns, ticks)}
        items={shown}
        keyOf={keyOf ?? ((_, place) => place)}
        className={className ?? 'max-h-[calc(100dvh-12rem)]'}
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

type Ticks<T> = NonNullable<SearchedTableProps<T>['ticks']>;

/** A box for all found items; mixed where only some are ticked. */
export function TickAll<T>({
  isOn,
  onTick,
  found,
  isAll,
}: Ticks<T> & { found: readonly T[]; isAll: boolean }) {
  const count = found.filter(isOn).length;
  return (
    <Checkbox
      isSelected={count === found.length && count > 0}
      isIndeterminate={count > 0 && count < found.length}
      isDisabled={found.length === 0}
      onChange={(isSelected) => onTick(found, isSelected)}
    >
      <span className="tabular">
        {isAll ? 'All of them' : 'All that were found'}: {inDigits(count)} of {inDigits(found.length)} ticked
      </span>
    </Checkbox>
  );
}

/** The first cell becomes the label of its box. */
function withTicks<T>([first, ...others]: readonly Column<T>[], { isOn, onTick }: Ticks<T>): Column<T>[] {
  if (first === undefined) return others;
  const cell = (item: T) => (
    <Checkbox isSelected={isOn(item)} onChange={(isSelected) => onTick([item], isSelected)}>
      {first.cell(item)}
    </Checkbox>
  );
  return [{ ...first, cell, cellClassName: 'py-0.5!' }, ...others];
}
