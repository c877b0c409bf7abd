'use client';

import { use, useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CopyAge, GroupsAnswer } from '@/components/journal/analysis/groups-answer';
import type { ActiveFilter } from '@/components/journal/filters/filter-words';
import frame from '@/components/journal/frame.module.css';
import type { JournalAddress } from '@/components/journal/journal-address';
import { Bars } from '@/components/ui/bars';
import { classNames } from '@/components/ui/class-names';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { Status } from '@/components/ui/feedback/status';
import { showSearch } from '@/lib/client/address/use-address';
import { CompanyCurrency } from '@/lib/client/connection';
import { askedWhile } from '@/lib/client/api';
import { journalGroupsQuery } from '@/lib/client/journal/journal';
import { useEntityNames } from '@/lib/client/use-names';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import type { EntityNames } from '@/lib/domain/access/names/named';
import { counted, plural } from '@/lib/domain/counted';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { inDigits } from '@/lib/domain/reader-formats';
import { dateBars } from './date-bars';
import {
  addedWords,
  amountSum,
  barsOf,
  largestFirst,
  linkedBars,
  scaleText,
  type LinesBar,
  type Measure,
} from './lines-bars';

interface PicturesViewProps {
  address: JournalAddress;
  connection: string;
  filters: readonly ActiveFilter[];
}

const mostBars = 40;

const measures: readonly { value: Measure; label: string }[] = [
  { value: 'lines', label: 'Lines' },
  { value: 'amount', label: 'Net amount' },
];

export function PicturesView({ address, connection, filters }: PicturesViewProps) {
  const names = useEntityNames(connection);
  const currency = use(CompanyCurrency);
  const answers = [
    useLinesBy('PostingDate', address, connection),
    useLinesBy('BssiEntityID', address, connection),
    useLinesBy('EntryType', address, connection),
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-2">
        <SegmentedControl<Measure>
          label="Draw"
          value={address.measure}
          onChange={address.setMeasure}
          options={measures}
        />
        <p className="text-xs text-text-muted print:hidden">
          Press a bar to see its lines.
          <span className="pointer-coarse:hidden"> The arrow keys move from bar to bar.</span>
        </p>
      </div>
      <GroupsAnswer {...{ answers, address, filters }} what="The pictures">
        {([dates, entities, types]) =>
          dates &&
          entities &&
          types && (
            <>
              <div
                aria-busy={answers.some(({ isPlaceholderData }) => isPlaceholderData)}
                className={classNames(
                  frame.box,
                  'grid min-h-0 flex-1 grid-cols-1 content-start gap-x-8 gap-y-4 overflow-auto px-4 py-3 aria-busy:opacity-60 lg:grid-cols-2 print:overflow-visible',
                )}
              >
                <ByDate address={address} days={dates} />
                <div className="flex min-w-0 flex-col gap-4">
                  <ByField {...{ address, names }} groups={entities} one="entity" many="entities" />
                  <ByField {...{ address, names }} groups={types} one="entry type" many="entry types" />
                </div>
              </div>
              <section
                aria-label="Status bar"
                data-bottom-bar=""
                className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5"
              >
                <Status className="tabular min-w-0 text-sm text-text-muted">
                  {addedWords(dates.total, currency)}
                </Status>
                <CopyAge {...dates} />
              </section>
            </>
          )
        }
      </GroupsAnswer>
    </>
  );
}

function useLinesBy(field: string, { query, isRefused }: JournalAddress, connection: string) {
  return useQuery({
    ...journalGroupsQuery(query, { by: [field], sum: [amountSum], pivot: null }, connection),
    enabled: askedWhile(!isRefused),
  });
}

function ByDate({ address, days }: { address: JournalAddress; days: JournalGroups }) {
  const { part, bars } = dateBars(barsOf(days.groups), mostBars);
  const left = days.more.groups;
  return (
    <Picture
      title={`By posting ${part ?? 'day'}`}
      summary={
        haveLines(bars, part ?? 'day') + (left > 0 ? `; the last ${counted(left, 'day')} are left out` : '')
      }
      by={part === null ? 'PostingDate' : `PostingDate.${part}`}
      {...{ address, bars }}
    />
  );
}

interface ByFieldProps {
  address: JournalAddress;
  groups: JournalGroups;
  names: EntityNames;
  one: string;
  many: string;
}

function ByField({ address, groups, names, one, many }: ByFieldProps) {
  const bars = largestFirst(barsOf(groups.groups), address.measure);
  const left = bars.length - mostBars;
  return (
    <Picture
      title={`By ${one}`}
      summary={
        haveLines(bars, one, many) + (left > 0 ? `; Groups also lists the ${inDigits(left)} smallest` : '')
      }
      by={groups.by[0] ?? ''}
      bars={bars.slice(0, mostBars)}
      {...{ address, names }}
    />
  );
}

interface PictureProps {
  title: string;
  summary: string;
  address: JournalAddress;
  by: string;
  bars: readonly LinesBar[];
  names?: EntityNames;
}

function Picture({ title, summary, address, by: keyName, bars, names }: PictureProps) {
  const id = useId();
  const currency = use(CompanyCurrency);
  const { measure } = address;
  const by = groupingKey(keyName);
  if (by === undefined) return null;
  return (
    <section aria-labelledby={id} className="min-w-0 break-inside-avoid">
      <h2 id={id} className="text-sm font-semibold">
        {title}
      </h2>
      <p className="tabular text-xs text-text-muted">{summary}</p>
      <Bars
        label={title}
        bars={linkedBars(bars, { address, by, measure, currency, names })}
        heads={['Lines', 'Net amount']}
        scaleText={scaleText(measure)}
        onOpen={({ href }) => showSearch(href)}
      />
    </section>
  );
}

/** "29 weeks have lines"; lines without a value do not count. */
function haveLines(bars: readonly LinesBar[], one: string, many?: string): string {
  const { length } = bars.filter(({ value }) => value !== '');
  return `${counted(length, one, many)} ${plural(length, 'has', 'have')} lines`;
}
