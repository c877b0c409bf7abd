'use client';

import type { ColumnSort } from '@tanstack/react-table';
import { memo } from 'react';
import { isNumeric } from '../value-format';
import styles from './rows-table.module.css';
import type { ShownColumn } from './shown-columns';
import type { Gap } from './visible-cells';

interface TableHeadProps {
  label: string;
  parts: readonly (ShownColumn | Gap)[];
  sorting: readonly ColumnSort[];
  hasMenus: boolean;
  /** Position of the column whose head is the tab stop; -1: none. */
  stop: number;
}

export const TableHead = memo(function TableHead({ label, parts, sorting, hasMenus, stop }: TableHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1} data-row={-1}>
        <th scope="col" aria-colindex={1} className={styles.stuck}>
          {label}
        </th>
        {parts.map((part) =>
          'count' in part ? (
            <td key={`gap ${String(part.from)}`} aria-hidden="true" colSpan={part.count} />
          ) : (
            <Head key={part.name} {...{ part, sorting, hasMenus }} isStop={part.at === stop} />
          ),
        )}
      </tr>
    </thead>
  );
});

interface HeadProps {
  part: ShownColumn;
  sorting: readonly ColumnSort[];
  hasMenus: boolean;
  isStop: boolean;
}

function Head({ part, sorting, hasMenus, isStop }: HeadProps) {
  const { column, stuck, at } = part;
  const { field, over, isStill = false, isFixed = false } = column;
  const rank = sorting.findIndex(({ id }) => id === field.name);
  const key = sorting[rank];
  const whole = over === undefined ? field.label : `${over}: ${field.label}`;
  return (
    <th
      scope="col"
      tabIndex={isStop ? 0 : -1}
      aria-colindex={at + 2}
      aria-sort={rank === 0 ? (key?.desc ? 'descending' : 'ascending') : undefined}
      title={isStill ? undefined : headTitle(whole, hasMenus)}
      data-field={isStill ? undefined : field.name}
      data-look={isNumeric(field) ? 'end' : undefined}
      className={stuck < 0 ? styles.head : `${styles.head ?? ''} ${styles.stuck ?? ''}`}
      style={stuck < 0 ? undefined : { left: `var(--stuck-${String(stuck)})` }}
    >
      <span>
        {over !== undefined && <span className={styles.over}>{over}</span>}
        <span>{field.label}</span>
        {key !== undefined && (
          <span role="img" aria-label={sortedInWords(key, rank, sorting.length)}>
            {sortMark(key, rank, sorting.length)}
          </span>
        )}
      </span>
      {hasMenus && !isStill && (
        <button
          type="button"
          tabIndex={-1}
          data-menu=""
          aria-label={`Filter, sort and arrange: ${field.label}`}
        />
      )}
      {!isFixed && !isStill && <span data-resize="" aria-hidden="true" />}
    </th>
  );
}

function headTitle(label: string, hasMenus: boolean): string {
  return hasMenus
    ? `${label}. Press to sort, with Shift to sort further; Alt and the arrow down for more.`
    : `${label}. Press to sort.`;
}

function sortMark({ desc }: ColumnSort, rank: number, of: number): string {
  return `${desc ? '↓' : '↑'}${of > 1 ? String(rank + 1) : ''}`;
}

function sortedInWords({ desc }: ColumnSort, rank: number, of: number): string {
  const direction = desc ? 'sorted descending' : 'sorted ascending';
  return of > 1 ? `${direction}, key ${String(rank + 1)} of ${String(of)}` : direction;
}
