'use client';

import { Fragment, type ComponentProps } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { ChangedOutside, ReasonInRow, WhenInRow } from '@/components/changes/row-words';
import { useConnectionParameter } from '@/lib/client/connection';
import { changeSetAddress, withQuery } from '@/lib/client/paths';
import { useKeyNames } from '@/lib/client/use-names';
import type { ChangeSummary, HistoryEntry } from '@/lib/contract/changes/changes';
import { cellInWords, recordInWords } from '@/lib/domain/access/access-words';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import { named, type KeyNames } from '@/lib/domain/access/names/named';
import { setTitle, stepInWords } from '@/lib/domain/changes/change-words';
import { counted, plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { OutcomeBadge } from '@/components/changes/outcome/state-badge';
import { barOrder, outcomeWords } from '@/components/changes/outcome/outcome-words';
import { RowsByDay } from '@/components/changes/rows-by-day';
import { byOutcome, setOfGroup, titledSetOf, type HistoryGroup } from './history-groups';

type HistoryListProps = Pick<ComponentProps<typeof RowsByDay<HistoryGroup>>, 'query' | 'empty' | 'paging'> & {
  target: DetailsTarget;
};

export function HistoryList({ target, ...props }: HistoryListProps) {
  return (
    <RowsByDay
      {...props}
      label="History"
      reading="Reading the history"
      instantOf={({ entries: [{ at }] }) => at}
      keyOf={({ entries: [{ seq }] }) => seq}
      row={(group, isToday) =>
        group.entries[0].by === 'outside' ? (
          <OutsideRow entry={group.entries[0]} />
        ) : (
          <SetRow {...{ group, isToday }} part={target.recordId || target.entityId} />
        )
      }
    />
  );
}

const row = 'flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-2.5';

interface SetRowProps {
  group: HistoryGroup;
  isToday: boolean;
  part: string;
}

function SetRow({ group, isToday, part }: SetRowProps) {
  const connection = useConnectionParameter();
  const names = useKeyNames();
  const set = setOfGroup(group);
  const title = setTitle(titledSetOf(group), names);
  const parts = byOutcome(group);
  const [{ at, changeSetId, person, reason }] = group.entries;
  const count = group.entries.length;
  const q = group.ofTotal === null ? undefined : part;
  return (
    <li className={row}>
      <div className="min-w-0 flex-1 basis-64 text-sm text-text-muted">
        <p className="text-base font-medium wrap-anywhere text-text">
          {changeSetId === null ? (
            title
          ) : (
            <TextLink
              look="title"
              href={withQuery(changeSetAddress(undefined, changeSetId), { connection, q })}
            >
              {title}
            </TextLink>
          )}
        </p>
        {group.ofTotal !== null && (
          <p>
            {inDigits(count)} of the {counted(group.ofTotal, 'assignment')} of this change{' '}
            {plural(count, 'is', 'are')} listed here.
          </p>
        )}
        <p className="wrap-anywhere">
          <WhenInRow at={at} isToday={isToday} />
          {person !== null && ` · ${person.name}`}
          <ReasonInRow reason={reason} />
        </p>
        {parts.map(({ state, detail, entries }) => (
          <Fragment key={`${state ?? ''} ${detail}`}>
            {count > 1 && (
              <p className="wrap-anywhere">
                {parts.length > 1 && state !== null && `${outcomeWords[state].label}: `}
                {cellsInWords(entries, set.summary, names)}
              </p>
            )}
            {detail !== '' && <p className="wrap-anywhere">{detail}</p>}
          </Fragment>
        ))}
      </div>
      <div className="flex flex-wrap gap-1">
        {barOrder.map((state) => set.counts[state] > 0 && <OutcomeBadge key={state} state={state} />)}
      </div>
    </li>
  );
}

const mostNamed = 12;

function cellsInWords(
  entries: readonly HistoryEntry[],
  { record, types, entities }: ChangeSummary,
  names: KeyNames,
): string {
  const words = entries.map((entry) => {
    if (record !== null) return entry.entityId;
    if (entities.count > 1) return cellInWords(entry, names);
    return types.count > 1 ? recordInWords(entry, names) : named(entry.recordId, names.record(entry));
  });
  words.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const shown = words.slice(0, mostNamed).join(record !== null ? ', ' : '; ');
  const more = words.length > mostNamed ? ` and ${inDigits(words.length - mostNamed)} more` : '';
  return `${record === null ? '' : words.length === 1 ? 'Entity ' : 'Entities '}${shown}${more}`;
}

function OutsideRow({ entry }: { entry: HistoryEntry }) {
  const names = useKeyNames();
  return (
    <li className={row}>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">
          {cellInWords(entry, names)}: {stepInWords(entry.before, entry.after)}
        </p>
        <ChangedOutside since={entry.since} until={entry.at} />
      </div>
    </li>
  );
}
