'use client';

import Link from 'next/link';
import { Fragment, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { inDigits } from '@/lib/domain/reader-formats';
import { classNames } from './class-names';
import { isPlainPress } from './plain-press';

interface BarPart {
  size: number;
  /** Class of its fill; an accent colour by default. */
  fill?: string;
}

export interface Bar {
  key: string;
  label: ReactNode;
  /** Accessible name and tooltip. */
  words: string;
  href: string;
  parts: readonly BarPart[];
  /** One for each head. */
  figures: readonly string[];
}

/** "3 weeks without lines", between two bars. */
export interface BarGap {
  key: string;
  gap: string;
}

interface BarsProps {
  label: string;
  bars: readonly (Bar | BarGap)[];
  heads: readonly string[];
  scaleText?: (size: number) => string;
  /** Follows a link within the page; without it the browser does. */
  onOpen?: (bar: Bar) => void;
}

interface Scale {
  from: number;
  to: number;
}

/** Includes zero and all sizes. */
export function scaleOf(sizes: readonly number[]): Scale {
  const [from, to] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  return from === to ? { from: 0, to: 1 } : { from, to };
}

/** Links with bars on one scale; arrow keys move between them. */
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
// In a narrow place the bar lies below label and figures.
const drawing = 'order-last col-span-full @sm:order-none @sm:col-span-1';

/** Per cent of the scale: keeps tiny bars visible. */
const leastShare = 0.5;
const usualFill = 'fill-accent forced-colors:fill-[CanvasText]';

/** Decoration: the words say the same. */
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

/** The index that a key leads to; null: none. */
function nextPlace(at: number, key: string, length: number): number | null {
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
