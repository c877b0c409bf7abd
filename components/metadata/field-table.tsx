'use client';

import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
  type Header,
  type SortingState,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, KeyRound, SearchX } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import type { DeclaredField, EntitySet } from '@/lib/contract/metadata';
import { inDigits } from '@/lib/domain/reader-formats';
import { fieldSorts } from './metadata-address';

type FieldSort = (typeof fieldSorts)[number];

interface FieldTableProps {
  entitySet: EntitySet;
  fields: readonly DeclaredField[];
  sort: FieldSort;
  onSort: (sort: FieldSort) => void;
  onClear: () => void;
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

const helper = createColumnHelper<typeof features, DeclaredField>();

/** Missing values come last. */
const columns = helper.columns([
  helper.accessor('name', { header: 'Field', sortFn: 'alphanumeric' }),
  helper.accessor(({ label }) => label ?? undefined, {
    id: 'label',
    header: 'Caption',
    sortFn: 'alphanumeric',
    sortUndefined: 'last',
  }),
  helper.accessor('type', { header: 'Type', sortFn: 'alphanumeric' }),
  helper.accessor(({ maxLength }) => maxLength ?? undefined, {
    id: 'length',
    header: 'Max. length',
    sortFn: 'basic',
    sortUndefined: 'last',
  }),
  helper.accessor('nullable', { header: 'May be empty', sortFn: 'basic' }),
]);

const cells: Record<string, { className: string; content: (field: DeclaredField) => ReactNode }> = {
  label: {
    className: 'px-3 wrap-anywhere',
    content: ({ label }) => label ?? <span className="text-text-faint">not known to the console</span>,
  },
  type: { className: 'px-3 font-mono wrap-anywhere text-text-muted', content: ({ type }) => type },
  length: {
    className: 'tabular px-3 text-right',
    content: ({ maxLength }) => (maxLength === null ? null : inDigits(maxLength)),
  },
  nullable: { className: 'px-3', content: ({ nullable }) => (nullable ? 'Yes' : 'No') },
};

/** Fields in the document's order until a person sorts them. */
export function FieldTable({ entitySet, fields, sort, onSort, onClear }: FieldTableProps) {
  const hasLabels = entitySet.fields.some((field) => field.label !== null);
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const table = useTable({
    features,
    columns,
    data: fields,
    sortDescFirst: false,
    enableMultiSort: false,
    state: { sorting, columnVisibility: useMemo(() => ({ label: hasLabels }), [hasLabels]) },
    onSortingChange: (updater) => onSort(sortOf(functionalUpdate(updater, sorting))),
  });
  if (entitySet.fields.length === 0) {
    return (
      <EmptyState icon={<SearchX />} title="No fields">
        The service declares this entity set without fields.
      </EmptyState>
    );
  }
  if (fields.length === 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No field matches"
        action={<Button onPress={onClear}>Clear the filter</Button>}
      >
        None of the {entitySet.fields.length} fields of {entitySet.name} has this text and type.
      </EmptyState>
    );
  }
  return (
    <div
      role="region"
      aria-label={`Fields of ${entitySet.name}`}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto print:overflow-visible rounded-md border border-line bg-surface"
    >
      <table className="w-full min-w-4xl table-fixed max-sm:min-w-0 border-separate border-spacing-0 text-sm">
        <colgroup>
          {/* A phone shows a field and its caption; the rest scrolls. */}
          <col className={hasLabels ? 'w-76 max-sm:w-44' : 'w-76'} />
          {hasLabels && <col className="max-sm:w-[calc(100vw-13.125rem)]" />}
          <col className="w-40" />
          <col className="w-28" />
          <col className="w-30" />
        </colgroup>
        <thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <tr key={id}>
              {headers.map((header) => (
                <HeadCell key={header.id} header={header} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            // Aligned to the top on a phone, so that a late second line of a caption moves nothing.
            <tr
              key={row.id}
              className="hover:bg-hover [&>*]:border-b [&>*]:border-line max-sm:[&>*]:py-1.5 max-sm:[&>*]:align-top"
            >
              <th
                scope="row"
                translate="no"
                className="h-8 px-3 text-left font-mono font-normal wrap-anywhere"
              >
                <span className="inline-flex flex-wrap items-center gap-x-1.5">
                  {row.original.name}
                  {row.original.isKey && (
                    <span className="inline-flex shrink-0 items-center gap-1 font-sans text-xs text-text-muted">
                      <KeyRound aria-hidden="true" className="size-3" />
                      key
                    </span>
                  )}
                </span>
              </th>
              {row.getVisibleCells().map(({ id, column }) => {
                const cell = cells[column.id];
                return (
                  cell && (
                    <td key={id} className={cell.className}>
                      {cell.content(row.original)}
                    </td>
                  )
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A press sorts ascending, then descending, then not. */
function HeadCell({ header: { column } }: { header: Header<typeof features, DeclaredField> }) {
  const way = column.getIsSorted();
  const Arrow = way === 'desc' ? ArrowDown : ArrowUp;
  const caption = String(column.columnDef.header);
  return (
    <th
      scope="col"
      aria-sort={way === 'asc' ? 'ascending' : way === 'desc' ? 'descending' : undefined}
      className="sticky top-0 border-b border-line bg-head p-0 text-left text-xs font-medium"
    >
      <button
        type="button"
        onClick={column.getToggleSortingHandler()}
        className={classNames(
          'flex h-8 w-full items-center gap-1 px-3 text-xs font-medium whitespace-nowrap text-text-muted -outline-offset-2! hover:text-text',
          column.id === 'length' && 'flex-row-reverse',
        )}
      >
        {caption}
        {way !== false && <Arrow aria-hidden="true" className="size-3.5 text-accent-text" />}
      </button>
    </th>
  );
}

function sortingOf(sort: FieldSort): SortingState {
  return sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
}

function sortOf([first]: SortingState): FieldSort {
  const text = first === undefined ? '' : `${first.desc ? '-' : ''}${first.id}`;
  return fieldSorts.find((sort) => sort === text) ?? '';
}
