'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import Link from 'next/link';
import { classNames } from '@/components/ui/class-names';
import { Instant } from '@/components/ui/instant';
import { TextLink } from '@/components/ui/text-link';
import { useKeyNames } from '@/lib/client/use-names';
import type { Activity } from '@/lib/contract/changes/activity';
import type { ChangeList } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { counted } from '@/lib/domain/counted';
import { dateFormat, inDigits } from '@/lib/domain/reader-formats';
import { Card } from './card';
import { FromQuery } from './from-query';
import { dayOfScale } from './key-figure';
import { useOverviewLinks } from './overview-links';

type Day = Activity['days'][number];

/** What became of assignments, in the order in which they stand on each other; told apart by place and shape too. */
const kinds = [
  { of: 'given', fill: 'fill-accent forced-colors:fill-[Highlight]', inset: 15 },
  { of: 'removed', fill: 'fill-line-strong forced-colors:fill-[CanvasText]', inset: 15 },
  { of: 'refused', fill: 'fill-danger forced-colors:fill-[LinkText]', inset: 36 },
  { of: 'outside', fill: 'fill-none stroke-2 stroke-warning forced-colors:stroke-[GrayText]', inset: 15 },
] as const;

const lastShown = 4;

/** Percent of the height that a day has which is off the scale: a gap in it and its figure above say so. */
const cutHeight = 78;

interface ChangesByDayProps {
  activity: UseQueryResult<Activity>;
  /** The list of changes, newest first. */
  list: UseQueryResult<ChangeList>;
}

/** What the last days brought, and the last change sets in words. */
export function ChangesByDay({ activity, list }: ChangesByDayProps) {
  const links = useOverviewLinks();
  return (
    <Card
      title="Changes by day"
      action={
        <TextLink href={links.changes()} prefetch={false} className="text-sm">
          All changes
        </TextLink>
      }
    >
      <FromQuery query={activity} height="h-24">
        {({ days }) => <Days days={days} />}
      </FromQuery>
      <div className="mt-2">
        <FromQuery query={list} height="h-48">
          {({ value }) => <LastSets sets={value.slice(0, lastShown)} />}
        </FromQuery>
      </div>
    </Card>
  );
}

function LastSets({ sets }: { sets: ChangeList['value'] }) {
  const links = useOverviewLinks();
  const names = useKeyNames();
  if (sets.length === 0)
    return (
      <p className="pt-1 text-sm text-text-muted">
        Nothing has been changed with this console yet. Every change will appear here with its outcome.
      </p>
    );
  return (
    <ul className="flex flex-col">
      {sets.map((set) => (
        <li key={set.id} className="border-t border-line py-1.5 text-sm">
          <TextLink
            look="title"
            href={links.changeSet(set.id)}
            prefetch={false}
            className="block wrap-anywhere"
          >
            {setTitle(set, names)}
          </TextLink>
          <p className="line-clamp-2 text-xs print:line-clamp-none wrap-anywhere text-text-muted">
            <Instant at={set.createdAt} /> ·{' '}
            {[set.person.name, set.reason].filter((part) => part !== '').join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Days({ days }: { days: readonly Day[] }) {
  const links = useOverviewLinks();
  const top = topOfScale(days.map(sizeOf));
  const long = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return (
    <>
      <div className="tabular grid grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 text-xs leading-none text-text-muted">
        <span aria-hidden="true" className="flex flex-col items-end justify-between">
          <span>{inDigits(top)}</span>
          <span>0</span>
        </span>
        <ul className="grid h-20 grid-cols-7 grid-rows-1 gap-0.5 sm:grid-cols-14" aria-label="Changes by day">
          {days.map((day, at) => {
            const date = dateFormat(long).format(new Date(`${day.day}T12:00:00Z`));
            const words = kinds
              .filter(({ of }) => day[of] > 0)
              .map(({ of }) => `${counted(day[of], 'assignment')} ${of}`)
              .join(', ');
            const label = `${date}: ${words || 'nothing'}`;
            const size = sizeOf(day);
            // The list of the console's own changes says only how many others there are.
            const kind = day.outside > 0 && day.outside === size ? 'outside' : undefined;
            const isCut = size > top;
            const tallest = isCut ? cutHeight : 100;
            let from = 100;
            return (
              // By its place: when the reader's zone is known, or a day begins, bars change, and none moves.
              // On a phone the last week alone, so that a finger meets one day.
              <li key={at} className={classNames('min-h-0 min-w-0', at < days.length - 7 && 'max-sm:hidden')}>
                <Link
                  href={links.changes({ kind, from: day.day, to: day.day })}
                  prefetch={false}
                  aria-label={label}
                  title={label}
                  className="relative block h-full rounded-xs bg-surface-sunken hover:outline hover:outline-accent"
                >
                  <svg aria-hidden="true" className="size-full">
                    {kinds.map(({ of, fill, inset }) => {
                      if (day[of] === 0) return null;
                      const least = of === 'outside' ? 9 : 3; // to be seen, and to be seen as hollow
                      const height = Math.max(least, (tallest * day[of]) / Math.max(size, top));
                      from -= height;
                      return (
                        <rect
                          key={of}
                          x={`${String(inset)}%`}
                          width={`${String(100 - 2 * inset)}%`}
                          y={`${String(Math.max(0, from))}%`}
                          height={`${String(Math.max(1, height - 1))}%`}
                          className={fill}
                        />
                      );
                    })}
                    {isCut && <rect y="40%" width="100%" height="6%" className="fill-surface-sunken" />}
                  </svg>
                  {isCut && (
                    <span className="absolute top-0.5 left-1/2 z-1 -translate-x-1/2">{inDigits(size)}</span>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
        <p aria-hidden="true" className="col-start-2 flex justify-between pt-1">
          <span className="max-sm:hidden">{dayOfScale(days[0])}</span>
          <span className="sm:hidden">{dayOfScale(days.at(-7))}</span>
          <span>today</span>
        </p>
      </div>
      <p aria-hidden="true" className="mt-1 flex flex-wrap gap-x-3 text-xs text-text-muted">
        {kinds.map(({ of, fill, inset }) => (
          <span key={of} className="inline-flex items-center gap-1">
            <svg className="size-2">
              <rect x={inset / 8 - 2} width={12 - inset / 4} height="8" className={fill} />
            </svg>
            {of}
          </span>
        ))}
      </p>
    </>
  );
}

/** What the tallest bar stands for: a day that dwarfs all others is cut, so that they can be told apart. */
export function topOfScale(sizes: readonly number[]): number {
  const [most = 0, second = 0] = sizes.toSorted((a, b) => b - a);
  return second > 0 && most > 4 * second ? 2 * second : most || 1;
}

function sizeOf(day: Day): number {
  return kinds.reduce((sum, { of }) => sum + day[of], 0);
}
