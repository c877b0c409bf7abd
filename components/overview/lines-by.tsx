'use client';

import { use } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { TextLink } from '@/components/ui/text-link';
import { CompanyCurrency } from '@/lib/client/connection';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import { amountInDigits, inDigits } from '@/lib/domain/reader-formats';
import { Card } from './card';
import { FromQuery } from './from-query';
import { useOverviewLinks, type OverviewLinks } from './overview-links';

const mostShown = 8;

interface LinesByProps {
  title: string;
  groups: UseQueryResult<JournalGroups>;
  /** What lines with the same values of the fields are called, and their address. */
  describe: (values: readonly string[], links: OverviewLinks) => DescribedValue;
  /** Those with the most lines first, or the latest. */
  first: 'most' | 'latest';
  /** What further values are: "entity", "entities". */
  noun: readonly [string, string];
}

interface DescribedValue {
  words: string;
  /** Its ID, where the words are a name; '' otherwise. */
  id: string;
  href: string;
}

/** The values of one field, or of several together, with the most journal lines that wait to be posted, and what their amounts come to. */
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
            <ValueBars groups={data.groups} {...values} />
          )
        }
      </FromQuery>
    </Card>
  );
}

/** Left out of a narrow card beside others; on a phone in place of the bars. */
const amountColumn = 'tabular w-26 shrink-0 text-right sm:@max-md:hidden';

function ValueBars({
  groups,
  describe,
  first,
  noun,
}: { groups: JournalGroups['groups'] } & Omit<LinesByProps, 'title' | 'groups'>) {
  const links = useOverviewLinks();
  const currency = use(CompanyCurrency);
  const sorted = first === 'latest' ? groups.toReversed() : groups.toSorted((a, b) => b.count - a.count);
  const most = Math.max(...groups.map(({ count }) => count));
  const more = sorted.slice(mostShown);
  const hasNone = more.some(({ key: [value = ''] }) => value === '');
  const others = more.length - Number(hasNone);
  return (
    <ul className="@container flex flex-col text-sm">
      <li aria-hidden="true" className="flex gap-2 px-1 text-right text-xs text-text-muted">
        <span className="flex-1">Lines</span>
        <span className={amountColumn}>Amount</span>
      </li>
      {sorted.slice(0, mostShown).map(({ key, count, sums }) => {
        const amount = amountInDigits(sums['Amount'] ?? '0', currency);
        const { words, id, href } = describe(key.map(String), links);
        return (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              title={`${words} ${id}: ${counted(count, 'line')}, amount ${amount}`}
              className="flex min-h-7 items-center gap-2 rounded-xs px-1 py-0.5 hover:bg-accent/10"
            >
              <span className="flex flex-1 items-center gap-2 sm:w-1/2 sm:flex-none @md:w-2/5">
                <span className="min-w-0 flex-1 leading-5 wrap-anywhere">{words}</span>
                {id !== '' && <span className="tabular text-xs leading-5 text-text-muted">{id}</span>}
              </span>
              <svg aria-hidden="true" className="h-4 min-w-0 flex-1 max-sm:hidden">
                <rect
                  width={`${String(Math.max(1, (100 * count) / most))}%`}
                  height="100%"
                  className="fill-accent forced-colors:fill-[CanvasText]"
                />
              </svg>
              <span className="tabular w-12 shrink-0 text-right">{inDigits(count)}</span>
              <span className={amountColumn}>{amount}</span>
            </Link>
          </li>
        );
      })}
      {more.length > 0 && (
        <li className="px-1 pt-1 text-xs text-text-muted">
          and{' '}
          {counted(
            more.reduce((sum, { count }) => sum + count, 0),
            'more line',
          )}{' '}
          in {counted(others, `other ${noun[0]}`, `other ${noun[1]}`)}
          {hasNone && ' or in none'}
        </li>
      )}
    </ul>
  );
}
