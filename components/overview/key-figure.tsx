import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import type { Activity } from '@/lib/contract/changes/activity';
import { dateFormat, inDigits } from '@/lib/domain/reader-formats';

interface KeyFigureProps {
  label: string;
  /** Undefined while it is read. */
  value: string | undefined;
  /** What the figure is of, in words. */
  about: ReactNode;
  href: string;
  /** How it came to be, small. */
  picture?: ReactNode;
  /** Whether none beside it has a picture either, for which room would be kept. */
  isPlain?: boolean;
}

/** A figure that leads to the page that shows what it counts. */
export function KeyFigure({ label, value, about, href, picture, isPlain = false }: KeyFigureProps) {
  return (
    // Label, value and words are rows that neighbours share, however many lines one of them takes.
    <li className="row-span-3 grid min-w-0 grid-rows-subgrid gap-0 not-print:max-xl:last:odd:col-span-2">
      <Link
        href={href}
        prefetch={false}
        className="group row-span-3 grid grid-rows-subgrid rounded-md border border-line bg-surface px-3 py-2.5 sm:px-4 hover:border-accent"
      >
        <span className="text-sm text-text-muted">{label}</span>
        {value === undefined ? (
          <Skeleton className="h-7 w-24" />
        ) : (
          <span className="tabular text-xl font-semibold tracking-tight group-hover:text-accent-text">
            {value}
          </span>
        )}
        <span
          className={classNames(
            'flex items-start justify-between gap-x-3 pt-1 print:flex-wrap',
            isPlain ? 'min-h-6' : 'min-h-11',
          )}
        >
          <span className="tabular min-w-0 text-sm text-text-muted">{about}</span>
          {picture}
        </span>
      </Link>
    </li>
  );
}

type Day = Activity['days'][number];

interface ScaleProps {
  /** What stands at the top and at the bottom, which need not be nothing. */
  top: number;
  bottom: number;
  days: readonly Day[];
  children: ReactNode;
}

/** Says the scale of a small picture: its highest and lowest value, its first day and that it ends today. */
function Scale({ top, bottom, days, children }: ScaleProps) {
  return (
    <span
      aria-hidden="true"
      className="tabular grid shrink-0 grid-cols-[auto_5rem] gap-x-1 text-xs leading-none text-text-muted max-sm:hidden"
    >
      <span className="flex flex-col items-end justify-between">
        <span>{inDigits(top)}</span>
        {bottom !== top && <span>{inDigits(bottom)}</span>}
      </span>
      <svg viewBox="0 0 80 28" className="h-7 w-20">
        {children}
      </svg>
      <span className="col-start-2 flex justify-between pt-1 whitespace-nowrap">
        <span>{dayOfScale(days[0])}</span>
        <span>today</span>
      </span>
    </span>
  );
}

/** "12 Nov". */
export function dayOfScale(day: Day | undefined): string {
  if (day === undefined) return '';
  return dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day.day}T12:00:00Z`),
  );
}

/** A line through a value of each day, the last one marked; decoration beside the words that say the same. */
export function Trend({ days, values }: { days: readonly Day[]; values: readonly number[] }) {
  const [low, high] = scaleOf(values);
  const y = (value: number) => (high === low ? 14 : 25 - (22 * (value - low)) / (high - low));
  const x = (at: number) => 3 + (74 * at) / Math.max(1, values.length - 1);
  const last = values.at(-1);
  return (
    <Scale top={high} bottom={low} days={days}>
      <polyline
        points={values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
        className="fill-none stroke-accent stroke-[1.5] forced-colors:stroke-[CanvasText]"
      />
      {last !== undefined && (
        <circle cx={77} cy={y(last)} r={2.5} className="fill-accent forced-colors:fill-[CanvasText]" />
      )}
    </Scale>
  );
}

/** A change below this part of the whole is drawn as what it is, almost flat. */
const leastSpan = 1 / 50;

/** Lowest and highest value; where they hardly differ, round ends around them that lie further apart. */
function scaleOf(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const least = high * leastSpan;
  if (high === low || high - low >= least) return [low, high];
  const unit = 10 ** Math.floor(Math.log10(least));
  const [from, to] = [(high + low - least) / 2, (high + low + least) / 2];
  return [Math.floor(from / unit) * unit, Math.ceil(to / unit) * unit];
}

/** A bar for each day; decoration beside the words that say the same. */
export function Bars({ days, valueOf }: { days: readonly Day[]; valueOf: (day: Day) => number }) {
  const values = days.map(valueOf);
  const most = Math.max(...values);
  const width = 80 / values.length;
  return (
    <Scale top={most} bottom={0} days={days}>
      {values.map((value, at) => {
        const height = value === 0 ? 1 : Math.max(3, (27 * value) / most);
        return (
          <rect
            key={at}
            x={at * width}
            y={28 - height}
            width={width - 1.5}
            height={height}
            className={
              value === 0
                ? 'fill-line forced-colors:fill-[GrayText]'
                : 'fill-accent forced-colors:fill-[CanvasText]'
            }
          />
        );
      })}
    </Scale>
  );
}
