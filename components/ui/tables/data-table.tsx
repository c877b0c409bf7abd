import { Fragment, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/feedback/skeleton';

/** The first column names the row. */
export interface Column<T> {
  name: string;
  cell: (item: T) => ReactNode;
  /** For head and cells. */
  className?: string;
  /** For cells only. */
  cellClassName?: string;
  skeleton?: string;
}

interface DataTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  /** A row above the first item of a group; undefined above the others. */
  groupHead?: (item: T) => ReactNode;
  /** Undefined: not read yet. */
  items: readonly T[] | undefined;
  keyOf: (item: T, at: number) => string | number;
  /** The items belong to earlier conditions. */
  isBusy?: boolean;
  empty?: ReactNode;
  className?: string;
}

const rowClasses =
  '[&>*]:border-b [&>*]:border-line [&>*]:px-3 print:[&>*]:px-1.5 [&>*]:py-1.5 [&>*]:align-top';

/** A table whose heads stay in view; on paper it is shown in full. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, items, keyOf, groupHead, isBusy = false, empty, className } = props;
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={classNames(
        'relative scroll-pt-9 overflow-auto rounded-md border border-line bg-surface print:max-h-none print:overflow-visible print:border-0',
        className,
      )}
    >
      <table
        aria-busy={items === undefined || isBusy}
        className={classNames('w-full border-separate border-spacing-0 text-sm', isBusy && 'opacity-60')}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={classNames(
                  'sticky top-0 h-8 border-b border-line bg-head px-3 print:px-1.5 text-left text-xs font-medium whitespace-nowrap text-text-muted',
                  column.className,
                )}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items === undefined
            ? Array.from({ length: 10 }, (_, at) => <SkeletonRow key={at} columns={columns} />)
            : items.map((item, at) => (
                <Fragment key={keyOf(item, at)}>
                  {groupHeadRow(groupHead?.(item), columns.length)}
                  <tr className={rowClasses}>
                    {columns.map(({ name, cell, className: both, cellClassName }, column) => {
                      const Tag = column === 0 ? 'th' : 'td';
                      return (
                        <Tag
                          key={name}
                          {...(column === 0 && { scope: 'row' })}
                          className={classNames(column === 0 && 'text-left font-normal', both, cellClassName)}
                        >
                          {cell(item)}
                        </Tag>
                      );
                    })}
                  </tr>
                </Fragment>
              ))}
        </tbody>
      </table>
      {empty}
    </div>
  );
}

function groupHeadRow(head: ReactNode, span: number): ReactNode {
  if (head === undefined) return null;
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={span}
        className="border-b border-line bg-head px-3 py-1 text-left font-normal"
      >
        {head}
      </th>
    </tr>
  );
}

function SkeletonRow<T>({ columns }: { columns: readonly Column<T>[] }) {
  return (
    <tr aria-hidden="true" className={rowClasses}>
      {columns.map(({ name, className, skeleton }) => (
        <td key={name} className={className}>
          <Skeleton className={classNames('h-5', skeleton)} />
        </td>
      ))}
    </tr>
  );
}
