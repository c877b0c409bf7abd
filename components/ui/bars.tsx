'use client';

import Link from 'next/link';
import { Fragment, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { inDigits } from '@/lib/domain/reader-formats';
import { classNames } from './class-names';
import { isPlainPress } from './plain-press';

/** A part of a bar; parts are drawn one after another. */
interface BarPart {
  size: number;
  /** Fills the part; an accent colour unless given. */
  fill?: string;
}

/** One bar with its label before it and its exact figures behind it. */
export interface Bar {
  key: string;
  label: ReactNode;
  /** The whole of it in words: its name for a screen reader, and its tooltip. */
  words: string;
  href: string;
  parts: readonly BarPart[];
  /** One text for each head. */
  figures: readonly string[];
}

/** Stands between two bars whose spans of days do not follow on each other: "3 weeks without lines". */
export interface BarGap {
  key: string;
  gap: string;
}

interface BarsProps {
  /** The name of the list. */
  label: string;
  bars: readonly (Bar | BarGap)[];
  /** Name the figures behind the bars: one or two. */
  heads: readonly string[];
  /** Writes an end of the scale. */
  scaleText?: (size: number) => string;
  /** Follows a link within the page; without it the browser goes to the link's address. */
  onOpen?: (bar: Bar) => void;
}

/** What all bars of one chart are measured by; zero is on it. */
interface Scale {
  from: number;
  to: number;
}

/** The shortest scale with room for all of these sizes, negative ones too. */
export function scaleOf(sizes: readonly number[]): Scale {
  const [from, to] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  return from === to ? { from: 0, to: 1 } : { from, to };
}

/** A list of links with a bar each, all on one scale that is written above them. The arrow keys walk along it. */
export function Bars({ label, bars, heads, scaleText = inDigits, onOpen }: BarsProps) {
  const list = useRef<HTMLUListElement>(null);
  const scale = scaleOf(bars.map((bar) => ('gap' in bar ? 0 : sizeOf(bar))));
  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = nextPlace(at, event.key, links.length);
    if (at < 0 || next === null) return;
    event.preventDefault();
    links[next]?.focus();
  };
  return (
    <div className="@container text-sm">
      <ul
        ref={list}
        aria-label={label}
        onKeyDown={walk}
        className={classNames('grid gap-x-2', heads.length > 1 ? twoFigures : oneFigure)}
      >
        <li aria-hidden="true" className={classNames(row, 'px-1 text-xs text-text-muted')}>
          <span />
          <span className={classNames(drawing, 'tabular flex justify-between gap-2')}>
            <span>{scaleText(scale.from)}</span>
            <span>{scaleText(scale.to)}</span>
          </span>
          {heads.map((head) => (
            <span key={head} className="text-right">
              {head}
            </span>
          ))}
        </li>
        {bars.map((bar) => (
          <Fragment key={bar.key}>
            {'gap' in bar ? (
              <li className="col-span-full px-1 text-xs text-text-muted">… {bar.gap}</li>
            ) : (
              <li className={row}>
                <Link
                  href={bar.href}
                  prefetch={false}
                  aria-label={bar.words}
                  title={bar.words}
                  className={classNames(
                    row,
                    'min-h-6 rounded-xs px-1 hover:bg-accent/10 focus-visible:bg-accent/10',
                  )}
                  {...(onOpen && {
                    onClick: (event: MouseEvent) => {
                      if (!isPlainPress(event)) return;
                      event.preventDefault();
                      onOpen(bar);
                    },
                  })}
                >
                  <span className="min-w-0 leading-5 wrap-anywhere">{bar.label}</span>
                  <DrawnBar
                    parts={bar.parts}
                    scale={scale}
                    className={classNames(drawing, 'h-2 @sm:h-3.5')}
                  />
                  {bar.figures.map((figure, at) => (
                    <span key={at} className="tabular text-right">
                      {figure}
                    </span>
                  ))}
                </Link>
              </li>
            )}
          </Fragment>
        ))}
      </ul>
    </div>
  );
}

const oneFigure = 'grid-cols-[minmax(0,1fr)_auto] @sm:grid-cols-[minmax(6rem,2fr)_minmax(3rem,3fr)_auto]';
const twoFigures =
  'grid-cols-[minmax(0,1fr)_auto_auto] @sm:grid-cols-[minmax(6rem,2fr)_minmax(3rem,3fr)_auto_auto]';
const row = 'col-span-full grid grid-cols-subgrid items-center';
// Where there is no room for it between label and figures, the bar lies below them.
const drawing = 'order-last col-span-full @sm:order-none @sm:col-span-1';

/** So that a bar of nearly nothing can be seen: per cent of the scale. */
const leastShare = 0.5;
const usualFill = 'fill-accent forced-colors:fill-[CanvasText]';

/** The drawing alone, in per cent of the room it has; the words beside it say the same. */
function DrawnBar({
  parts,
  scale,
  className,
}: {
  parts: readonly BarPart[];
  scale: Scale;
  className?: string;
}) {
  const share = (size: number) => (100 * Math.abs(size)) / (scale.to - scale.from);
  const zero = share(scale.from);
  return (
    <svg aria-hidden="true" className={classNames('w-full overflow-visible', className)}>
      {parts.map(({ size, fill = usualFill }, at) => {
        if (size === 0) return null;
        const width = Math.max(share(size), leastShare);
        const before = parts.slice(0, at).reduce((sum, part) => sum + part.size, 0);
        const x = size < 0 ? zero - width : zero + share(before);
        return <rect key={at} x={percent(x)} width={percent(width)} height="100%" className={fill} />;
      })}
      {scale.from < 0 && (
        <line
          x1={percent(zero)}
          x2={percent(zero)}
          y2="100%"
          className="stroke-line-strong forced-colors:stroke-[CanvasText]"
        />
      )}
    </svg>
  );
}

const percent = (value: number): string => `${String(Math.round(value * 100) / 100)}%`;

function sizeOf({ parts }: Bar): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/** The place in a list that a key leads to; null: the key does not move the focus. */
export function nextPlace(at: number, key: string, length: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(at + 1, length - 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
