'use client';

import { use } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CopyAge, GroupsAnswer } from '@/components/journal/analysis/groups-answer';
import type { ActiveFilter } from '@/components/journal/filters/filter-words';
import frame from '@/components/journal/frame.module.css';
import type { JournalAddress } from '@/components/journal/journal-address';
import { classNames } from '@/components/ui/class-names';
import { Status } from '@/components/ui/feedback/status';
import { useNarrow, useWide } from '@/components/ui/window-width';
import { CompanyCurrency } from '@/lib/client/connection';
import { askedWhile } from '@/lib/client/api';
import { journalGroupsQuery } from '@/lib/client/journal/journal';
import { useEntityNames } from '@/lib/client/use-names';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import type { EntityNames } from '@/lib/domain/access/names/named';
import { counted, plural } from '@/lib/domain/counted';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { inDigits } from '@/lib/domain/reader-formats';
import { LyingBars, StandingBars } from './bar-chart';
import { barsOf, largestFirst, type Bar } from './bars';
import { dateBars } from './date-bars';
import { addedWords } from './measure';
import { MeasureChoice } from './measure-choice';
import { Picture } from './picture';

interface PicturesViewProps {
  address: JournalAddress;
  connection: string;
  filters: readonly ActiveFilter[];
}

/** More are looked through as a table. */
const mostLying = 40;

/** The lines that match as pictures, by posting date, entity and entry type, in place of the lines. */
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
        <MeasureChoice label="Draw" address={address} />
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
                <ByField {...{ address, names }} groups={entities} one="entity" many="entities" />
                <ByField {...{ address }} groups={types} one="entry type" many="entry types" />
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
    ...journalGroupsQuery(query, { by: [field], sum: ['Amount'], pivot: null }, connection),
    enabled: askedWhile(!isRefused),
  });
}

function ByDate({ address, days }: { address: JournalAddress; days: JournalGroups }) {
  const [isNarrow, isWide] = [useNarrow(), useWide()];
  // No bar is narrower than a finger needs.
  const most = isNarrow ? 12 : isWide ? 40 : 20;
  const { part, bars } = dateBars(barsOf(days.groups), most);
  const by = groupingKey(part === null ? 'PostingDate' : `PostingDate.${part}`);
  if (by === undefined) return null;
  const left = days.more.groups;
  return (
    <Picture
      title={`By posting ${part ?? 'day'}`}
      summary={
        haveLines(bars, part ?? 'day') + (left > 0 ? `; the last ${counted(left, 'day')} are left out` : '')
      }
      className="lg:col-span-2"
      {...{ address, by, bars }}
    >
      {(links) => (
        <StandingBars
          {...links}
          {...{ address, by, bars }}
          measure={address.measure}
          labels={Math.floor(most / 3)}
        />
      )}
    </Picture>
  );
}

interface ByFieldProps {
  address: JournalAddress;
  groups: JournalGroups;
  /** Of entities. */
  names?: EntityNames;
  /** "entity", "entities" */
  one: string;
  many: string;
}

function ByField({ address, groups, names, one, many }: ByFieldProps) {
  const { measure } = address;
  const [by] = groups.by.flatMap((name) => groupingKey(name) ?? []);
  if (by === undefined) return null;
  const bars = largestFirst(barsOf(groups.groups, names), measure);
  const drawn = bars.slice(0, mostLying);
  const left = bars.length - drawn.length;
  return (
    <Picture
      title={`By ${one}`}
      summary={
        haveLines(bars, one, many) +
        (left > 0 ? `; the ${inDigits(left)} smallest are in the table only` : '')
      }
      {...{ address, by, bars }}
    >
      {(links) => <LyingBars {...links} {...{ address, by, measure }} bars={drawn} />}
    </Picture>
  );
}

/** "29 weeks have lines"; no entity, no date and an empty span are not counted. */
function haveLines(bars: readonly Bar[], one: string, many?: string): string {
  const { length } = bars.filter(({ value, added }) => value !== '' && added.count > 0);
  return `${counted(length, one, many)} ${plural(length, 'has', 'have')} lines`;
}
