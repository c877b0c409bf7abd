'use client';

import type { ComponentProps } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { ChangedOutside, ReasonInRow } from '@/components/changes/row-words';
import { Instant } from '@/components/ui/instant';
import { useKeyNames } from '@/lib/client/use-key-names';
import type { HistoryEntry } from '@/lib/contract/changes/changes';
import { cellInWords } from '@/lib/domain/access/access-words';
import { cellChangeInWords, stepInWords } from '@/lib/domain/changes/change-words';
import { useChangeLinks } from '@/components/changes/change-links';
import { OutcomeBadge } from '@/components/changes/outcome/outcome-counts';
import { RowsByDay } from '@/components/changes/rows-by-day';

type HistoryListProps = Pick<ComponentProps<typeof RowsByDay<HistoryEntry>>, 'query' | 'empty' | 'paging'>;

/** What happened to a cell or to the cells of a record, newest first, day by day. */
export function HistoryList(props: HistoryListProps) {
  return (
    <RowsByDay
      {...props}
      label="History"
      reading="Reading the history"
      instantOf={({ at }) => at}
      keyOf={({ seq }) => seq}
      row={(entry) => (entry.by === 'outside' ? <OutsideRow entry={entry} /> : <ChangeRow entry={entry} />)}
    />
  );
}

const row = 'flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3';

function ChangeRow({ entry }: { entry: HistoryEntry }) {
  const links = useChangeLinks();
  const names = useKeyNames();
  const { changeSetId, detail, person, reason, state, wanted } = entry;
  return (
    <li className={row}>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">
          {state !== null && wanted !== null
            ? cellChangeInWords({ ...entry, accessible: wanted, state }, names)
            : cellInWords(entry, names)}
        </p>
        <p className="text-sm wrap-anywhere text-text-muted">
          <Instant at={entry.at} look="time" />
          {person !== null && ` · ${person.name}`}
          <ReasonInRow reason={reason} />
          {changeSetId !== null && (
            <>
              {' · '}
              <TextLink href={links.set(changeSetId)}>
                the change<span className="sr-only"> of {cellInWords(entry, names)}</span>
              </TextLink>
            </>
          )}
        </p>
        {detail !== '' && <p className="text-sm wrap-anywhere text-text-muted">{detail}</p>}
      </div>
      {state !== null && <OutcomeBadge state={state} />}
    </li>
  );
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
