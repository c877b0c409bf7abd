import { useSearchParams } from 'next/navigation';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { GridPosition } from '@/components/grid/grid-model';
import { takePressed } from '@/components/ui/keys/early-input';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { classNames } from '@/components/ui/class-names';
import { usePageNonce } from '@/components/ui/page-nonce';
import { placeLeft } from '@/components/ui/scroll-place';
import { changedSearch } from '@/lib/client/address';
import { lineKeyOf } from '@/lib/client/journal/journal';
import type { SortKey } from '@/lib/domain/journal/query';
import { inDigits } from '@/lib/domain/reader-formats';
import frame from '../frame.module.css';
import { CellValue } from '../cell-value';
import { nextSort } from '../columns/next-sort';
import type { LineColumn } from '../columns/shown-columns';
import { journalPageParameters } from '../journal-parameters';
import { lineHref } from '../line/line-address';
import { formatValue, isNumeric } from '../value-format';
import { firstLinesCss } from './first-lines-css';
import { heldPress } from './held-press';
import styles from './lines-grid.module.css';
import { headHeight, lineRowLabel, rowHeadWidth, sortMark } from './lines-model';
import type { JournalLines } from './use-journal-lines';

/** How somebody left the first view when the grid took its place; in positions, row -1 is the head and column -1 the row's number. */
export interface FirstPlace {
  /** Px from the first of all lines, and from the first column. */
  top: number;
  left: number;
  focus: GridPosition | null;
  /** What was pressed before the page's code came. */
  pressed: GridPosition | null;
  /** Where a press began that has not ended. */
  held: GridPosition | null;
}

/** More are not on any screen. */
const mostRows = 40;
/** Nor are columns that begin after so many px. */
const mostWidth = 2_600;
const heading =
  'sticky top-0 z-1 h-11 border-b border-line-strong bg-head px-2 py-1.5 align-bottom text-xs leading-tight font-medium text-text-muted';
/** The line right of what stays in view (first-lines-css.ts moves it). */
const edge = 'left-0 shadow-[inset_-1px_0_var(--color-line-strong)]';
const id = 'first-lines';

interface FirstLinesProps {
  columns: readonly LineColumn[];
  /** How many of them, from the first, stay in view where it has room for them. */
  frozen: number;
  sort: readonly SortKey[];
  /** Null: they have not come. */
  lines: JournalLines | null;
  /** The row at the top, from 0. */
  firstRow: number;
  /** Marks the page's own scripts and styles. */
  nonce: string | undefined;
  /** Told what somebody did in it, when the grid takes its place; null: nothing. */
  onLeave: (place: FirstPlace | null) => void;
}

/**
 * The lines as they come with the page, before the grid engine takes their place: a table of the same measures that
 * scrolls as the grid will. Its links lead where the grid's do; what is pressed is done when the page's code is there.
 */
export function FirstLines(props: FirstLinesProps) {
  const { frozen, sort, lines, firstRow, onLeave } = props;
  const columns = firstWithin(props.columns, mostWidth);
  const width = rowHeadWidth + widthOf(props.columns);
  const widthAfter = width - rowHeadWidth - widthOf(columns);
  const view = useRef<HTMLDivElement>(null);
  const search = useSearchParams().toString();
  const nonce = usePageNonce(props.nonce);
  const leave = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    const element = view.current;
    if (element === null) return;
    return () => leave(placeIn(element, firstRow));
  }, [firstRow]);
  const count = lines?.count ?? 0;
  const rows = Array.from(
    { length: lines === null ? mostRows : Math.max(0, Math.min(mostRows, count - firstRow)) },
    (_, at) => firstRow + at,
  );
  const css = firstLinesCss(id, {
    widths: [rowHeadWidth, ...columns.map(({ width }) => width)],
    frozen,
    rowsBefore: firstRow,
    rowsAfter: Math.max(0, count - firstRow - rows.length),
  });
  return (
    <>
      <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
      <div
        ref={view}
        id={id}
        data-list={lines?.listKey}
        suppressHydrationWarning // the script below has been here
        className={classNames(frame.box, 'h-full overflow-auto')}
      >
        <table
          translate="no"
          aria-label="Item journal lines"
          aria-busy={lines === null}
          aria-rowcount={lines === null ? undefined : count + 1}
          // The pages' policy forbids style attributes in what the server sends.
          width={width}
          className="table-fixed border-separate border-spacing-0 text-sm"
        >
          <colgroup>
            <col width={rowHeadWidth} />
            {columns.map(({ field, width }) => (
              <col key={field.name} width={width} />
            ))}
            {widthAfter > 0 && <col width={widthAfter} />}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={classNames(heading, edge, 'text-right')}>
                {lineRowLabel}
              </th>
              {columns.map(({ field, isStill }) => (
                <th
                  key={field.name}
                  scope="col"
                  className={classNames(
                    heading,
                    !isStill && styles.firstHead,
                    isNumeric(field) ? 'text-right' : 'text-left',
                  )}
                >
                  <a
                    href={
                      isStill || field.kind === 'etag'
                        ? undefined
                        : `?${changedSearch(journalPageParameters, search, { sort: nextSort(sort, field.name, false), page: null })}`
                    }
                    data-keeps-press=""
                    suppressHydrationWarning
                    className={classNames(
                      'flex items-end gap-0.5 aria-busy:text-accent-text',
                      isNumeric(field) && 'flex-row-reverse',
                    )}
                  >
                    <span className="line-clamp-2">{field.label}</span>
                    <span className="shrink-0 text-accent-text">{sortMark(sort, field.name)}</span>
                  </a>
                </th>
              ))}
              {widthAfter > 0 && <td className={heading} />}
            </tr>
          </thead>
          <tbody>
            <tr data-before="" aria-hidden="true">
              <td colSpan={columns.length + 1} />
            </tr>
            {rows.map((row) => {
              const line = lines?.at(row);
              return (
                <tr key={row} aria-rowindex={row + 2} aria-hidden={line === undefined}>
                  <th
                    scope="row"
                    className={classNames(
                      'tabular sticky h-(--row-height) border-b border-line bg-surface px-2 text-right font-normal text-text-faint',
                      edge,
                    )}
                  >
                    {line !== undefined && (
                      <a
                        href={lineHref(search, lineKeyOf(line))}
                        data-keeps-press=""
                        suppressHydrationWarning
                        tabIndex={row === firstRow ? 0 : -1}
                        className={classNames(styles.rowHead, 'aria-busy:text-accent-text')}
                      >
                        {inDigits(row + 1)}
                      </a>
                    )}
                  </th>
                  {columns.map(({ field, width, isStill, partsOf }) => (
                    <td
                      key={field.name}
                      title={isStill ? formatValue(field, line?.[field.name]) : undefined}
                      data-keeps-press={line === undefined ? undefined : ''}
                      suppressHydrationWarning
                      className={classNames(
                        'tabular h-(--row-height) truncate border-b border-line bg-surface px-2 outline-2 -outline-offset-2 outline-focus not-aria-busy:outline-none',
                        isNumeric(field) && 'text-right',
                      )}
                    >
                      {line === undefined ? (
                        <Skeleton className={`h-3 ${width > 90 ? 'w-16' : 'w-10'} max-w-full`} />
                      ) : partsOf ? (
                        <span className={styles.named}>
                          {partsOf(formatValue(field, line[field.name])).map((part) => (
                            <span key={part}>{part}</span>
                          ))}
                        </span>
                      ) : (
                        <CellValue field={field} value={line[field.name]} />
                      )}
                    </td>
                  ))}
                  {widthAfter > 0 && <td className="border-b border-line bg-surface" />}
                </tr>
              );
            })}
            <tr data-after="" aria-hidden="true">
              <td colSpan={columns.length + 1} />
            </tr>
          </tbody>
        </table>
      </div>
      <script
        nonce={nonce}
        suppressHydrationWarning
        // Without scripts nobody could scroll to the lines that the address means: then none are left out before them.
        dangerouslySetInnerHTML={{
          __html: `(${placeFirstLines.toString()})(document.currentScript.previousElementSibling,${placeLeft.toString()})`,
        }}
      />
    </>
  );
}

const widthOf = (columns: readonly LineColumn[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);

/** Those that begin within so many px. */
function firstWithin(columns: readonly LineColumn[], px: number): readonly LineColumn[] {
  let start = 0;
  const beyond = columns.findIndex(({ width }) => (start += width) - width >= px);
  return beyond < 0 ? columns : columns.slice(0, beyond);
}

/** Has the lines stand where somebody left them, or at the block of the address. Runs as an inline script right behind them. */
function placeFirstLines(view: HTMLElement, findLeft: typeof placeLeft): void {
  const left = findLeft('grid', view.dataset.list ?? '');
  view.dataset.placed = ''; // now there is room for the lines before them
  view.scrollTo(
    left?.left ?? 0,
    left?.top ?? view.querySelector<HTMLElement>('[data-before]')?.offsetHeight ?? 0,
  );
  view.dataset.placed = `${String(view.scrollLeft)} ${String(view.scrollTop)}`;
}

/** Where somebody has scrolled, pressed or focused; null: nothing of these. */
function placeIn(view: HTMLElement, firstRow: number): FirstPlace | null {
  const row = view.querySelector<HTMLElement>(`tr[aria-rowindex="${String(firstRow + 2)}"]`);
  const before = firstRow * (row?.offsetHeight ?? 0);
  const above = (row?.offsetTop ?? 0) - headHeight;
  const focus = view.contains(document.activeElement) ? positionOf(document.activeElement) : null;
  const pressed = positionOf(takePressed(view));
  const held = positionOf(heldPress(view));
  const isAsPlaced =
    `${String(view.scrollLeft)} ${String(view.scrollTop)}` === (view.dataset.placed ?? '0 0');
  if (isAsPlaced && (focus ?? pressed ?? held) === null) return null;
  const top = Math.max(0, view.scrollTop + before - above);
  return { top, left: view.scrollLeft, focus, pressed, held };
}

function positionOf(element: Element | null): GridPosition | null {
  const cell = element?.closest<HTMLTableCellElement>('td,th');
  if (cell == null) return null;
  return {
    row: Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2,
    column: cell.cellIndex - 1,
  };
}
