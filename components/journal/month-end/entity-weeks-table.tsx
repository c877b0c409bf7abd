'use client';

import { use, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { JournalAddress } from '@/components/journal/journal-address';
import { addedWords, evenSize, sizeOf, type Measure } from '@/components/journal/pictures/measure';
import { classNames } from '@/components/ui/class-names';
import { CompanyCurrency } from '@/lib/client/connection';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import type { Currency } from '@/lib/domain/currency';
import { entityWords, named, noEntity, type EntityNames } from '@/lib/domain/access/names/named';
import { counted } from '@/lib/domain/counted';
import { dayWords } from '@/lib/domain/day-words';
import { dateFormat, inDigits } from '@/lib/domain/reader-formats';
import tint from '@/components/ui/share-tint.module.css';
import styles from './entity-weeks-table.module.css';
import { conditionsOf, isChosen, rowsOf, tintOfSize, weeksBetween, type EntityWeek } from './entity-weeks';

interface EntityWeeksTableProps {
  data: JournalGroups;
  /** Of entities. */
  names: EntityNames;
  measure: Measure;
  address: JournalAddress;
  /** Whether there is room for all rows, however many there are. */
  isAll: boolean;
}

/** A row an entity, a column a posting week; the figures are one tab stop, within which the arrows walk. */
export function EntityWeeksTable({ data, names, measure, address, isAll }: EntityWeeksTableProps) {
  const currency = use(CompanyCurrency);
  const rows = rowsOf(data);
  const single = rows.slice(1).flatMap((row) => row.slice(1));
  const write = evenSize(
    rows.flat().map((cell) => sizeOf(cell.added, measure)),
    measure,
  );
  const largest = Math.max(0, ...single.map((cell) => Math.abs(sizeOf(cell.added, measure))));
  const [stop, setStop] = useState({ row: 0, column: 0 });
  const scroller = useRef<HTMLDivElement>(null);
  /** How many weeks lie out of sight to the left; null: all of them find room. */
  const [earlier, setEarlier] = useState<number | null>(null);
  const isScrolled = earlier !== null;
  /** Whether the newest weeks are in sight, which then stay there when the room becomes narrower. */
  const isAtNewest = useRef(true);
  const countEarlier = () => scroller.current && setEarlier(earlierWeeks(scroller.current));
  useLayoutEffect(() => {
    if (scroller.current) showNewest(scroller.current);
  }, [data.across.length, isScrolled, measure]);
  useLayoutEffect(() => {
    countEarlier(); // other figures have other widths
  });
  useLayoutEffect(() => {
    const { current } = scroller;
    const room = current?.parentElement; // whose size is not changed by this
    if (!current || !room) return;
    const observer = new ResizeObserver(() => {
      if (!isAll) keepRowsWhole(current); // scroll bars come and go with its width
      if (isAtNewest.current) showNewest(current);
      else showWeeks(current, current.scrollLeft - roundedPx); // else a week may stand half under what stays
      countEarlier();
    });
    observer.observe(room);
    return () => {
      observer.disconnect();
      current.style.maxHeight = '';
    };
  }, [data, isAll]);
  const walk = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return; // Alt+Left is the browser's way back
    const isFigure = event.target instanceof HTMLElement && event.target.dataset.at !== undefined;
    const next = isFigure ? nextStop(rows, stop, event.key) : null;
    if (next === null) return;
    event.preventDefault();
    setStop(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${placeOf(next)}"]`)?.focus();
  };
  const at = rows[stop.row]?.[stop.column]?.added ? stop : { row: 0, column: 0 };
  const cellOf = (cell: EntityWeek, place: Place) => {
    if (cell.added === null) return <td key={cell.week} className="h-6 min-w-14" />;
    const isSum = cell.entity === null || cell.week === null;
    const isPressed = isChosen(cell, address.query);
    return (
      <td
        key={cell.week}
        className={classNames(
          'h-6 min-w-14 p-px',
          place.row === 0 && 'sticky top-6 bg-surface',
          cell.week === null && classNames('sticky z-10 bg-surface', allWeeks, !isScrolled && edge),
          place.row === 0 && (cell.week === null ? 'z-20' : 'z-10'),
        )}
      >
        <button
          type="button"
          data-at={placeOf(place)}
          tabIndex={placeOf(place) === placeOf(at) ? 0 : -1}
          aria-pressed={isPressed}
          data-tint={isSum ? undefined : tintOfSize(sizeOf(cell.added, measure), largest)}
          aria-label={inWords(cell, names, currency)}
          title={inWords(cell, names, currency)}
          className={classNames(
            'tabular h-full w-full rounded-xs px-1 text-right hover:outline hover:outline-accent aria-pressed:outline-2 aria-pressed:outline-accent',
            isSum ? 'font-medium' : tint.cell,
            cell.week !== null && styles.week,
          )}
          onFocus={() => setStop(place)}
          onClick={() => address.narrow(isPressed ? noneChosen(address) : conditionsOf(cell, address.query))}
        >
          {write(sizeOf(cell.added, measure))}
        </button>
      </td>
    );
  };
  return (
    <div
      ref={scroller}
      data-scrolls-rows=""
      className={classNames(
        '@container min-h-0 flex-1 scroll-pt-12 overflow-auto rounded-md border border-line bg-surface',
        isScrolled ? styles.scrolled : styles.whole,
      )}
      onScroll={({ currentTarget }) => {
        isAtNewest.current = currentTarget.scrollLeft >= newestFrom(currentTarget) - roundedPx;
        countEarlier();
      }}
    >
      <table
        translate="no"
        aria-label="Lines by entity and posting week"
        className="border-separate border-spacing-0 text-xs"
        onKeyDown={walk}
      >
        <thead>
          <tr>
            <th scope="col" className={classNames(heading, entityColumn, 'z-20 pl-2! text-left')}>
              Entity, week of
            </th>
            <th
              scope="col"
              className={classNames(heading, 'text-right', allWeeks, !isScrolled && edge, 'z-20')}
            >
              All
            </th>
            {isScrolled && (
              <th scope="col" className={classNames(heading, 'px-0!', earlierColumn, 'z-20')}>
                <button
                  type="button"
                  aria-disabled={earlier === 0}
                  aria-label={earlierWords(data, earlier)}
                  title={earlierWords(data, earlier)}
                  className="tabular h-full w-full px-1.25 text-right not-aria-disabled:text-accent-text not-aria-disabled:hover:underline"
                  onClick={() => scroller.current && showEarlier(scroller.current)}
                >
                  ‹ {inDigits(earlier)} earlier
                </button>
              </th>
            )}
            {data.across.map((week, weekAt) => (
              <th key={String(week)} scope="col" data-week="" className={classNames(heading, 'text-right')}>
                <Gap weeks={weeksBetween(String(data.across[weekAt - 1] ?? ''), String(week))} />
                {weekLabel(String(week))}
              </th>
            ))}
            {/* Room to scroll by whole weeks to the last one, as wide as one of large sums. */}
            <td className={classNames(heading, 'min-w-24')} />
          </tr>
        </thead>
        <tbody>
          {rows.map(([all, ...weeks], rowAt) => (
            <tr key={all?.entity ?? 'all'}>
              <th
                scope="row"
                className={classNames(
                  entityColumn,
                  'sticky h-6 bg-surface px-2 text-left font-medium',
                  rowAt === 0 ? 'top-6 z-20' : 'z-10',
                )}
              >
                <EntityLabel entity={all?.entity ?? null} names={names} />
              </th>
              {all && cellOf(all, { row: rowAt, column: 0 })}
              {isScrolled && (
                <td
                  className={classNames(
                    'tabular h-6 bg-surface px-1.25 text-right font-medium',
                    earlierColumn,
                    rowAt === 0 ? 'top-6 z-20' : 'z-10',
                  )}
                >
                  {earlierSum(weeks.slice(0, earlier), measure, write)}
                </td>
              )}
              {weeks.map((cell, weekAt) => cellOf(cell, { row: rowAt, column: weekAt + 1 }))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Scrolls to the newest weeks, at the right. */
function showNewest(scroller: HTMLElement): void {
  showWeeks(scroller, newestFrom(scroller));
}

/** So many px from the left the newest week comes into sight. */
function newestFrom(scroller: HTMLElement): number {
  return scroller.scrollWidth - roomAfter(scroller) - scroller.clientWidth;
}

/** Scrolls by as many weeks to the left as find room, at least by one. */
function showEarlier(scroller: HTMLElement): void {
  const { scrollLeft, clientWidth } = scroller;
  const kept = scroller.querySelector<HTMLElement>('[data-week]')?.offsetLeft ?? 0;
  const before = weekEdges(scroller).findLast(({ left }) => left < scrollLeft - roundedPx)?.left ?? 0;
  showWeeks(scroller, Math.min(before, scrollLeft - (clientWidth - kept)));
}

/** Scrolls by at least so many px from the left, so that no head stands half under what stays. */
function showWeeks(scroller: HTMLElement, least: number): void {
  scroller.scrollLeft = weekEdges(scroller).find(({ left }) => left >= least)?.left ?? least;
}

/** How many weeks are wholly under what stays at the left; null where all find room. */
function earlierWeeks(scroller: HTMLElement): number | null {
  const { scrollLeft, scrollWidth, clientWidth } = scroller;
  if (scrollWidth - roomAfter(scroller) <= clientWidth) return null;
  return weekEdges(scroller).filter(({ right }) => right <= scrollLeft + roundedPx).length;
}

/** Where weeks begin and end, from the first one on. */
function weekEdges(scroller: HTMLElement): { left: number; right: number }[] {
  const weeks = [...scroller.querySelectorAll<HTMLElement>('[data-week]')];
  const first = weeks[0]?.offsetLeft ?? 0;
  return weeks.map(({ offsetLeft: left, offsetWidth }) => ({
    left: left - first,
    right: left - first + offsetWidth,
  }));
}

function roomAfter(scroller: HTMLElement): number {
  return scroller.querySelector<HTMLElement>('thead td')?.offsetWidth ?? 0;
}

/** By so many px a height may miss what its rows add up to, being told in whole px. */
const roundedPx = 1;

/** Whether rows of a list that scrolls are out of sight. */
export function hasMore({ scrollHeight, clientHeight }: Element): boolean {
  return scrollHeight > clientHeight + roundedPx;
}

/** Ends between two rows where not all are in sight, also where a scroll bar takes from the room. */
function keepRowsWhole(scroller: HTMLElement): void {
  const { scrollTop } = scroller;
  scroller.style.maxHeight = '';
  const { clientHeight, offsetHeight } = scroller;
  const row = scroller.querySelector('tr')?.getBoundingClientRect().height ?? 0;
  const beside = offsetHeight - clientHeight; // its border, and a scroll bar if there is one
  if (row > 0 && hasMore(scroller))
    scroller.style.maxHeight = `${String(Math.floor((clientHeight + roundedPx) / row) * row + beside)}px`;
  scroller.scrollTop = scrollTop;
}

/** What stays at the left: entities, all weeks together, and those that are scrolled away below its edge. */
const entityColumn = 'left-0 w-(--entity) min-w-(--entity) max-w-(--entity)';
const allWeeks = 'left-(--entity) w-20 min-w-20 max-w-20';
const edge = 'border-r border-r-line-strong';
const earlierColumn = `sticky left-[calc(var(--entity)+5rem)] min-w-18 ${edge}`;

const heading =
  'sticky top-0 z-10 h-6 border-b border-line bg-head px-1.25 font-medium whitespace-nowrap text-text-muted';

function noneChosen({ query }: JournalAddress) {
  return conditionsOf({ entity: null, week: null, added: null }, query);
}

interface Place {
  row: number;
  column: number;
}

function placeOf({ row, column }: Place): string {
  return `${String(row)} ${String(column)}`;
}

const steps: Record<string, Place> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The next cell with lines in a key's direction; null where there is none. */
function nextStop(rows: readonly (readonly EntityWeek[])[], from: Place, key: string): Place | null {
  const step = steps[key];
  if (step === undefined) return null;
  let { row, column } = from;
  for (;;) {
    row += step.row;
    column += step.column;
    const cell = rows[row]?.[column];
    if (cell === undefined) return null;
    if (cell.added !== null) return { row, column };
  }
}

/** A name is cut where there is no room for it, and left out on a phone; an ID stays whole. */
function EntityLabel({ entity, names }: { entity: string | null; names: EntityNames }) {
  if (entity === null) return 'All';
  const name = names.get(entity);
  if (name === undefined) return <span className="block truncate">{entity === '' ? noEntity : entity}</span>;
  return (
    <span title={named(entity, name)} className="flex gap-1">
      <span className="truncate max-sm:sr-only">{name}</span>
      <span className="shrink-0 max-sm:hidden">·</span>
      <span className="shrink-0">{entity}</span>
    </span>
  );
}

/** Before the head of a week: that it does not follow on the one beside it. */
function Gap({ weeks }: { weeks: number }) {
  if (weeks === 0) return null;
  return (
    <span title={`${counted(weeks, 'week')} left out before it`} className="text-text-faint">
      …{' '}
    </span>
  );
}

const shortDay = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

function weekLabel(week: string): string {
  return week === '' ? 'No date' : dateFormat(shortDay).format(Date.parse(`${week}T00:00Z`));
}

/** "Cronus Deutschland · 200, week of 9 Nov 2026: 12 lines, amount 1,234.50" */
function inWords({ entity, week, added }: EntityWeek, names: EntityNames, currency: Currency | null): string {
  const of = entity === null ? 'All entities' : entityWords(entity, names.get(entity));
  const when = week === null ? 'all weeks' : week === '' ? 'no posting date' : `week of ${dayWords(week)}`;
  return `${of}, ${when}: ${added === null ? '' : addedWords(added, currency)}`;
}

/** "17 earlier weeks, added up below: show them"; it begins as what is seen does. */
function earlierWords({ across }: JournalGroups, earlier: number): string {
  const isUndated = earlier > 0 && across[0] === '';
  return `${counted(earlier, 'earlier week')}${isUndated ? ', of them one without a date' : ''}, added up below: show them`;
}

/** What the weeks that are scrolled away come to; nothing where they have no lines. */
function earlierSum(weeks: readonly EntityWeek[], measure: Measure, write: (size: number) => string): string {
  if (weeks.every(({ added }) => added === null)) return '';
  return write(weeks.reduce((sum, { added }) => sum + sizeOf(added, measure), 0));
}
