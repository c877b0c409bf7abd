'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { Bars, type Bar } from '@/components/ui/bars';
import { Instant } from '@/components/ui/instant';
import { TextLink } from '@/components/ui/text-link';
import { useKeyNames } from '@/lib/client/use-names';
import type { Activity } from '@/lib/contract/changes/activity';
import type { ChangeList } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { counted } from '@/lib/domain/counted';
import { dateFormat, inDigits } from '@/lib/domain/reader-formats';
import { Card, FromQuery } from './card';
import { useOverviewLinks } from './overview-links';

type Day = Activity['days'][number];

/** In the order of a bar's parts. */
const kinds = [
  { of: 'given', fill: 'fill-accent forced-colors:fill-[Highlight]' },
  { of: 'removed', fill: 'fill-line-strong forced-colors:fill-[CanvasText]' },
  { of: 'refused', fill: 'fill-danger forced-colors:fill-[LinkText]' },
  { of: 'outside', fill: 'fill-none stroke-2 stroke-warning forced-colors:stroke-[GrayText]' },
] as const;

const lastShown = 4;

interface ChangesByDayProps {
  activity: UseQueryResult<Activity>;
  list: UseQueryResult<ChangeList>;
}

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
      <div className="@container">
        <div className="grid gap-x-6 gap-y-2 @lg:grid-cols-2">
          <div>
            <FromQuery query={activity} height="h-92">
              {({ days }) => <Days days={days} />}
            </FromQuery>
          </div>
          <div>
            <FromQuery query={list} height="h-48">
              {({ value }) => <LastSets sets={value.slice(0, lastShown)} />}
            </FromQuery>
          </div>
        </div>
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
  const bars = days.toReversed().map((day): Bar => {
    const date = dateFormat(longDay).format(new Date(`${day.day}T12:00:00Z`));
    const size = kinds.reduce((sum, { of }) => sum + day[of], 0);
    const words = kinds
      .filter(({ of }) => day[of] > 0)
      .map(({ of }) => `${counted(day[of], 'assignment')} ${of}`)
      .join(', ');
    // The console's own list does not contain outside changes.
    const kind = day.outside > 0 && day.outside === size ? 'outside' : undefined;
    return {
      key: day.day,
      label: date,
      words: `${date}: ${words || 'nothing'}`,
      href: links.changes({ kind, from: day.day, to: day.day }),
      parts: kinds.map(({ of, fill }) => ({ size: day[of], fill })),
      figures: [size === 0 ? '–' : inDigits(size)],
    };
  });
  return (
    <>
      <Bars label="Changes by day" bars={bars} heads={['Assignments']} />
      <p aria-hidden="true" className="mt-1 flex flex-wrap gap-x-3 text-xs text-text-muted">
        {kinds.map(({ of, fill }) => (
          <span key={of} className="inline-flex items-center gap-1">
            <svg className="size-2">
              <rect width="8" height="8" className={fill} />
            </svg>
            {of}
          </span>
        ))}
      </p>
    </>
  );
}

const longDay = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
