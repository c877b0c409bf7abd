import Link from 'next/link';
import type { ReactNode } from 'react';
import { Skeleton } from '@/components/ui/feedback/skeleton';

interface KeyFigureProps {
  label: string;
  /** Undefined while it is read. */
  value: string | undefined;
  /** What the figure is of, in words. */
  about: ReactNode;
  href: string;
  /** How it came to be, small. */
  picture?: ReactNode;
}

/** A figure that leads to the page that shows exactly what it counts. */
export function KeyFigure({ label, value, about, href, picture }: KeyFigureProps) {
  return (
    <li className="min-w-0">
      <Link
        href={href}
        prefetch={false}
        className="group flex h-full min-h-24 flex-col rounded-md border border-line bg-surface px-3 py-2.5 sm:px-4 hover:border-accent"
      >
        <span className="text-sm text-text-muted">{label}</span>
        {value === undefined ? (
          <Skeleton className="h-7 w-24" />
        ) : (
          <span className="tabular text-xl font-semibold tracking-tight group-hover:text-accent-text">
            {value}
          </span>
        )}
        <span className="mt-auto flex min-h-11 items-end justify-between gap-3 pt-1">
          <span className="tabular min-w-0 text-sm text-text-muted">{about}</span>
          {picture}
        </span>
      </Link>
    </li>
  );
}

/** A line through some values, the last one marked; decoration beside the words that say the same. */
export function Trend({ values }: { values: readonly number[] }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number) => (high === low ? 14 : 25 - (22 * (value - low)) / (high - low));
  const x = (at: number) => 3 + (74 * at) / Math.max(1, values.length - 1);
  const last = values.at(-1);
  return (
    <svg aria-hidden="true" viewBox="0 0 80 28" className="h-7 w-20 shrink-0 max-sm:hidden">
      <polyline
        points={values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
        className="fill-none stroke-accent stroke-[1.5] forced-colors:stroke-[CanvasText]"
      />
      {last !== undefined && (
        <circle cx={77} cy={y(last)} r={2.5} className="fill-accent forced-colors:fill-[CanvasText]" />
      )}
    </svg>
  );
}

/** A bar for each value; decoration beside the words that say the same. */
export function Bars({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const width = 80 / values.length;
  return (
    <svg aria-hidden="true" viewBox="0 0 80 28" className="h-7 w-20 shrink-0 max-sm:hidden">
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
    </svg>
  );
}
