'use client';

import { use } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Bars, type Bar, type BarGap } from '@/components/ui/bars';
import { NamedId } from '@/components/ui/named-id';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { TextLink } from '@/components/ui/text-link';
import { CompanyCurrency } from '@/lib/client/connection';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import { spansBetween } from '@/lib/domain/journal/date-part';
import { amountInDigits, inDigits } from '@/lib/domain/reader-formats';
import { Card, FromQuery } from './card';
import { useOverviewLinks, type OverviewLinks } from './overview-links';
import { amountSum } from './overview-reads';

const mostShown = 8;

interface LinesByProps {
  title: string;
  groups: UseQueryResult<JournalGroups>;
  /** Words and address of a value. */
  describe: (values: readonly string[], links: OverviewLinks) => DescribedValue;
  first: 'most' | 'latest';
  /** "entity", "entities". */
  noun: readonly [string, string];
}

interface DescribedValue {
  words: string;
  /** '' where the words are not a name. */
  id: string;
  href: string;
}

export function LinesBy({ title, groups, ...values }: LinesByProps) {
  const links = useOverviewLinks();
  return (
    <Card
      title={title}
      action={
        <TextLink href={links.journal()} prefetch={false} className="text-sm">
          All lines
        </TextLink>
      }
    >
      <FromQuery query={groups} height="h-64">
        {(data) =>
          data.groups.length === 0 ? (
            <EmptyState icon={<CircleCheck />} title="No journal lines">
              Nothing waits to be posted.
            </EmptyState>
          ) : (
            <ValueBars title={title} groups={data.groups} {...values} />
          )
        }
      </FromQuery>
    </Card>
  );
}

function ValueBars({
  title,
  groups,
  describe,
  first,
  noun,
}: { groups: JournalGroups['groups'] } & Omit<LinesByProps, 'groups'>) {
  const links = useOverviewLinks();
  const currency = use(CompanyCurrency);
  const sorted = first === 'latest' ? groups.toReversed() : groups.toSorted((a, b) => b.count - a.count);
  const shown = sorted.slice(0, mostShown);
  const more = sorted.slice(mostShown);
  const hasNone = more.some(({ key: [value = ''] }) => value === '');
  const others = more.length - Number(hasNone);
  const bars = shown.flatMap(({ key, count, sums }, at): (Bar | BarGap)[] => {
    const amount = amountInDigits(sums[amountSum] ?? '0', currency);
    const { words, id, href } = describe(key.map(String), links);
    const later = String(shown[at - 1]?.key[0] ?? '');
    const left = first === 'latest' ? spansBetween(String(key[0]), later, 'month') : 0;
    const bar: Bar = {
      key: href,
      label: id === '' ? words : <NamedId name={words} id={id} />,
      words: `${words} ${id}: ${counted(count, 'line')}, net amount ${amount}`,
      href,
      parts: [{ size: count }],
      figures: [inDigits(count), amount],
    };
    return left === 0
      ? [bar]
      : [{ key: `after ${href}`, gap: `${counted(left, 'month')} without lines` }, bar];
  });
  return (
    <>
      <Bars label={title} bars={bars} heads={['Lines', 'Net amount']} />
      {more.length > 0 && (
        <p className="px-1 pt-1 text-xs text-text-muted">
          and{' '}
          {counted(
            more.reduce((sum, { count }) => sum + count, 0),
            'more line',
          )}{' '}
          in {counted(others, `other ${noun[0]}`, `other ${noun[1]}`)}
          {hasNone && ' or in none'}
        </p>
      )}
    </>
  );
}
