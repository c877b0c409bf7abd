'use client';

import { use } from 'react';
import { classNames } from '@/components/ui/class-names';
import { NamedId } from '@/components/ui/named-id';
import { CompanyCurrency } from '@/lib/client/connection';
import { BarLinks, type BarLinksProps } from './bar-links';
import { axisOf, placeOn, shortBarWords, steppedAxis, type Axis, type Bar } from './bars';
import { amountOf, shortSize, sizeOf, type Measure } from './measure';

interface BarChartProps extends Pick<BarLinksProps, 'address' | 'by' | 'bars' | 'label' | 'onPoint'> {
  measure: Measure;
}

// Places and lengths are per cent of whatever room there is, so that nothing has to be measured before it is drawn.
const percent = (share: number): string => `${String(Math.round(share * 10_000) / 100)}%`;
const barFill = 'fill-accent forced-colors:fill-[CanvasText]';
const zeroLine = 'stroke-line-strong forced-colors:stroke-[CanvasText]';
/** So that a bar of nearly nothing is seen. */
const leastShare = 0.005;

/** Where a bar begins on the axis, and how long it is. */
function barOf(axis: Axis, size: number): { start: number; length: number } {
  const [zero, end] = [placeOn(axis, 0), placeOn(axis, size)];
  const length = size === 0 ? 0 : Math.max(Math.abs(end - zero), leastShare);
  return { start: size < 0 ? zero - length : zero, length };
}

/** From how much room on the bars have their figures over them, by how many they are at most. */
const figuresFrom: readonly [number, string][] = [
  [8, 'hidden @min-[18rem]:block'],
  [16, 'hidden @min-[40rem]:block'],
  [30, 'hidden @min-[67rem]:block'],
];

/**
 * Bars beside each other, those of negative sizes below the axis.
 * @param labels how many of the bars are named at most.
 */
export function StandingBars({ measure, labels, ...links }: BarChartProps & { labels: number }) {
  const { bars, by } = links;
  const sizes = bars.map(({ added }) => sizeOf(added, measure));
  const axis = steppedAxis(sizes, measure === 'lines');
  const every = Math.ceil(bars.length / labels);
  const figures = figuresFrom.find(([most]) => bars.length <= most)?.[1] ?? 'hidden';
  const draw = (bar: Bar, at: number) => {
    const size = sizes[at] ?? 0;
    const { start, length } = barOf(axis, size);
    const top = 1 - start - length;
    return (
      <svg aria-hidden="true" className="size-full overflow-visible">
        <rect x="12%" width="76%" y={percent(top)} height={percent(length)} className={barFill} />
        <text
          x="50%"
          y={percent(size < 0 ? top + length : top)}
          dy={size < 0 ? 12 : -4}
          textAnchor="middle"
          className={classNames('fill-text', figures)}
        >
          {shortSize(size, measure)}
        </text>
        {at % every === 0 && (
          <text
            x="50%"
            y="100%"
            dy={size < 0 || axis.from < 0 ? 28 : 16}
            textAnchor="middle"
            className="fill-text-muted"
          >
            {shortBarWords(by, bar)}
          </text>
        )}
      </svg>
    );
  };
  return (
    <div className="tabular flex h-56 pt-5 pr-4 pb-8 text-xs">
      <svg aria-hidden="true" className="h-full w-12 shrink-0 overflow-visible">
        {axis.steps.map((step) => (
          <text
            key={step}
            x="100%"
            y={percent(1 - placeOn(axis, step))}
            dx={-6}
            dy={4}
            textAnchor="end"
            className="fill-text-muted"
          >
            {shortSize(step, measure)}
          </text>
        ))}
      </svg>
      <div className="@container relative min-w-0 flex-1">
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          {axis.steps.map((step) => (
            <line
              key={step}
              x2="100%"
              y1={percent(1 - placeOn(axis, step))}
              y2={percent(1 - placeOn(axis, step))}
              className={step === 0 ? zeroLine : 'stroke-line'}
            />
          ))}
        </svg>
        <BarLinks
          {...links}
          draw={draw}
          classes={{
            list: 'relative flex h-full',
            item: 'min-w-0 max-w-24 flex-1',
            link: 'block h-full rounded-xs hover:bg-accent/10 focus-visible:bg-accent/10',
          }}
        />
      </div>
    </div>
  );
}

/** Bars below each other with their names and exact figures, those of negative sizes to the left of the axis. */
export function LyingBars({ measure, ...links }: BarChartProps) {
  const { bars, by } = links;
  const sizes = bars.map(({ added }) => sizeOf(added, measure));
  const axis = axisOf(sizes);
  const zero = percent(placeOn(axis, 0));
  const currency = use(CompanyCurrency);
  const areNamed = bars.some(({ name }) => name !== undefined);
  const draw = (bar: Bar, at: number) => {
    const { start, length } = barOf(axis, sizes[at] ?? 0);
    return (
      <>
        <span
          className={classNames(
            'shrink-0',
            areNamed
              ? 'flex w-full items-baseline gap-1 overflow-hidden sm:w-52 [&>bdi]:truncate [&>span]:max-w-full [&>span]:shrink-0 [&>span]:truncate'
              : 'w-32 truncate sm:w-36',
          )}
        >
          <NamedId name={bar.name ?? ''} id={shortBarWords(by, bar)} />
        </span>
        <svg aria-hidden="true" className={classNames('h-6 min-w-0 flex-1', areNamed && 'max-sm:h-5')}>
          <rect x={percent(start)} width={percent(length)} y="15%" height="70%" className={barFill} />
          <line x1={zero} x2={zero} y2="100%" className={zeroLine} />
        </svg>
        <span className="tabular w-24 shrink-0 text-right">
          {measure === 'lines' ? shortSize(bar.added.count, measure) : amountOf(bar.added, currency)}
        </span>
      </>
    );
  };
  return (
    <BarLinks
      {...links}
      draw={draw}
      classes={{
        list: 'py-2 text-xs',
        item: '',
        // A phone has no room for a name beside its bar.
        link: classNames(
          'flex items-center gap-x-2 rounded-xs px-1 hover:bg-accent/10 focus-visible:bg-accent/10',
          areNamed && 'max-sm:flex-wrap max-sm:pb-1',
        ),
      }}
    />
  );
}
