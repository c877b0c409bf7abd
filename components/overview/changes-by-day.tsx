'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import Link from 'next/link';
import { Instant } from '@/components/ui/instant';
import { TextLink } from '@/components/ui/text-link';
import { useKeyNames } from '@/lib/client/use-key-names';
import type { Activity } from '@/lib/contract/changes/activity';
import type { ChangeList } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { counted } from '@/lib/domain/counted';
import { dateFormat } from '@/lib/domain/reader-formats';
import { Card } from './card';
import { FromQuery } from './from-query';
import { useOverviewLinks } from './overview-links';

type Day = Activity['days'][number];

/** What became of assignments, in the order in which they stand on each other; told apart by place and shape too. */
const kinds = [
  { of: 'given', word: 'given', fill: 'fill-accent forced-colors:fill-[Highlight]' },
  { of: 'removed', word: 'removed', fill: 'fill-line-strong forced-colors:fill-[CanvasText]' },
  { of: 'refused', word: 'refused', fill: 'fill-danger forced-colors:fill-[LinkText]' },
  { of: 'outside', word: 'outside', fill: 'fill-warning forced-colors:fill-[GrayText]' },
] as const;

const lastShown = 5;

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
      title="Changes of 14 days"
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
        Nothing was changed with this console yet. Every switch appears here with what came of it.
      </p>
    );
  return (
    <ul className="flex flex-col">
      {sets.map((set) => (
        <li key={set.id} className="border-t border-line py-1.5 text-sm">
          <TextLink look="title" href={links.changeSet(set.id)} prefetch={false} className="block truncate">
            {setTitle(set, names)}
          </TextLink>
          <p className="truncate text-xs text-text-muted">
            <Instant at={set.createdAt} /> · {set.person.name}
            {set.reason !== '' && ` · ${set.reason}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Days({ days }: { days: readonly Day[] }) {
  const links = useOverviewLinks();
  const most = Math.max(1, ...days.map(sizeOf));
  const long = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return (
    <>
      <ul className="flex h-20 items-stretch gap-0.5" aria-label="Changes by day">
        {days.map((day) => {
          const date = dateFormat(long).format(new Date(`${day.day}T12:00:00Z`));
          const words = kinds
            .filter(({ of }) => day[of] > 0)
            .map(({ of, word }) => `${counted(day[of], 'assignment')} ${word}`)
            .join(', ');
          const label = `${date}: ${words || 'nothing'}`;
          let from = 100;
          return (
            <li key={day.day} className="min-w-0 flex-1">
              <Link
                href={links.changes({ from: day.day, to: day.day })}
                prefetch={false}
                aria-label={label}
                title={label}
                className="block h-full rounded-xs bg-surface-sunken hover:outline hover:outline-accent"
              >
                <svg aria-hidden="true" className="size-full">
                  {kinds.map(({ of, fill }) => {
                    if (day[of] === 0) return null;
                    const height = Math.max(3, (100 * day[of]) / most);
                    from -= height;
                    return (
                      <rect
                        key={of}
                        x="15%"
                        width="70%"
                        y={`${String(Math.max(0, from))}%`}
                        height={`${String(Math.max(1, height - 1))}%`}
                        className={fill}
                      />
                    );
                  })}
                </svg>
              </Link>
            </li>
          );
        })}
      </ul>
      <p aria-hidden="true" className="mt-1 flex flex-wrap gap-x-3 text-xs text-text-muted">
        {kinds.map(({ of, word, fill }) => (
          <span key={of} className="inline-flex items-center gap-1">
            <svg className="size-2">
              <rect width="8" height="8" className={fill} />
            </svg>
            {word}
          </span>
        ))}
      </p>
    </>
  );
}

function sizeOf(day: Day): number {
  return kinds.reduce((sum, { of }) => sum + day[of], 0);
}
