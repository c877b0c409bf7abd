'use client';

import type { Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { JournalRow } from '@/lib/contract/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import type { SortKey } from '@/lib/domain/journal/query';
import type { gridFeatures } from './grid-columns';
import { pinnedLook } from './pinned-look';
import { isNumeric } from './value-format';

interface HeaderCellProps {
  header: Header<typeof gridFeatures, JournalRow>;
  sort: readonly SortKey[];
}

/** A column's caption; pressing it sorts, with Shift as a further key. */
export function HeaderCell({ header, sort }: HeaderCellProps) {
  const isHydrated = useHydrated();
  const { column } = header;
  const field = journalField(column.id);
  if (!field) return null;
  const at = sort.findIndex((key) => key.field === column.id);
  const key = sort[at];
  const pinned = pinnedLook(column);
  const Arrow = key?.descending === true ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      // Only the first key may say so: aria-sort describes one column.
      aria-sort={at === 0 ? (key?.descending === true ? 'descending' : 'ascending') : undefined}
      aria-colindex={column.getIndex() + 1}
      // The pages' policy forbids style attributes in what the server sends; a script may set them.
      style={isHydrated ? pinned.style : undefined}
      className={classNames(
        'sticky top-0 border-b border-line-strong bg-surface-sunken p-0 text-left align-bottom',
        pinned.isPinned ? 'z-2' : 'z-1',
        pinned.className,
      )}
    >
      <button
        type="button"
        disabled={!column.getCanSort()}
        onClick={column.getToggleSortingHandler()}
        title={`${field.label}${column.getCanSort() ? '. Press to sort, with Shift to sort further.' : ''}`}
        className={classNames(
          'flex h-11 w-full items-end gap-1 px-2 py-1.5 text-xs leading-tight font-medium text-text-muted enabled:hover:text-text',
          '-outline-offset-2!',
          isNumeric(field) ? 'flex-row-reverse text-right' : 'text-left',
        )}
      >
        <span className="line-clamp-2 min-w-0">{field.label}</span>
        {key && (
          <span className="inline-flex shrink-0 items-center text-accent-text">
            <Arrow aria-hidden="true" className="size-3.5" />
            {sort.length > 1 && <span className="tabular">{at + 1}</span>}
            <span className="sr-only">
              {key.descending ? 'sorted descending' : 'sorted ascending'}
              {sort.length > 1 && `, key ${at + 1} of ${sort.length}`}
            </span>
          </span>
        )}
      </button>
    </th>
  );
}
