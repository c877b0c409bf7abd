import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import type { Activity } from '@/lib/contract/changes/activity';
import { dateFormat, inDigits } from '@/lib/domain/reader-formats';

interface KeyFigureProps {
  label: string;
  /** Undefined: not read yet. */
  value: string | undefined;
  about: ReactNode;
  href: string;
  picture?: ReactNode;
  /** Reserves no space for a picture. */
  isPlain?: boolean;
}

export function KeyFigure({ label, value, about, href, picture, isPlain = false }: KeyFigureProps) {
  return (
    // Neighbours align their labels, values and words by subgrid.
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
            isPlain ? 'min-h-6' : 'min-h-12',
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

/** A line through daily values; the words beside it say the same. */
export function Trend({ days, values }: { days: readonly Day[]; values: readonly number[] }) {
  const [low, high] = endsOf(values);
  const y = (value: number) => (high === low ? 14 : 25 - (22 * (value - low)) / (high - low));
  const x = (at: number) => 3 + (74 * at) / Math.max(1, values.length - 1);
  const last = values.at(-1);
  return (
    <span
      aria-hidden="true"
      className="tabular grid shrink-0 grid-cols-[auto_5rem] gap-x-1 text-xs leading-none text-text-muted max-sm:hidden"
    >
      <span className="flex flex-col items-end justify-between">
        <span>{inDigits(high)}</span>
        {low !== high && <span>{inDigits(low)}</span>}
      </span>
      <svg viewBox="0 0 80 28" className="h-7 w-20">
        <polyline
          points={values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
          className="fill-none stroke-accent stroke-[1.5] forced-colors:stroke-[CanvasText]"
        />
        {last !== undefined && (
          <circle cx={77} cy={y(last)} r={2.5} className="fill-accent forced-colors:fill-[CanvasText]" />
        )}
      </svg>
      <span className="col-start-2 flex justify-between pt-1 whitespace-nowrap">
        <span>{days[0] && dateFormat(shortDay).format(new Date(`${days[0].day}T12:00:00Z`))}</span>
        <span>today</span>
      </span>
    </span>
  );
}

const shortDay = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

/** A smaller change is drawn almost flat. */
const leastSpan = 1 / 50;

/** Lowest and highest value, widened to round values where they hardly differ. */
function endsOf(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const least = high * leastSpan;
  if (high === low || high - low >= least) return [low, high];
  const unit = 10 ** Math.floor(Math.log10(least));
  const [from, to] = [(high + low - least) / 2, (high + low + least) / 2];
  return [Math.floor(from / unit) * unit, Math.ceil(to / unit) * unit];
}
