'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button-classes';
import { Sheet } from '@/components/ui/sheet';
import { useAskedHistory } from '@/lib/client/asked-history';
import { historyQuery } from '@/lib/client/changes';
import { useConnectionKey } from '@/lib/client/connection';
import type { Cell } from '@/lib/contract/access';
import { recordInWords } from '@/lib/domain/access/access-words';
import { useChangeLinks } from './change-links';
import { HistoryList } from './history-list';
import { ReadProblem } from './read-problem';
import { RowsSkeleton } from './rows-by-day';

/** The history of the cell that the page's URL asks for, at the side of whatever page it stands on. */
export function CellHistory() {
  const [asked, ask] = useAskedHistory();
  const links = useChangeLinks();
  return (
    <Sheet
      title={
        asked !== null && (
          <>
            {recordInWords(asked)}
            <span className="whitespace-nowrap">, entity {asked.entityId}</span>
          </>
        )
      }
      isOpen={asked !== null}
      onClose={() => ask(null)}
      footer={
        asked !== null && (
          <Link href={links.history({ ...asked, entityId: undefined })} className={buttonClasses()}>
            All entities of the record
          </Link>
        )
      }
    >
      {asked !== null && <Entries cell={asked} />}
    </Sheet>
  );
}

function Entries({ cell }: { cell: Cell }) {
  const connection = useConnectionKey();
  const links = useChangeLinks();
  const { data, error, refetch } = useQuery(historyQuery(connection, { ...cell, before: undefined }));
  return (
    <div className="flex flex-col gap-3">
      <ReadProblem error={error} hasData={data !== undefined} onRetry={() => void refetch()} />
      {data === undefined && error === null && <RowsSkeleton label="Reading the history" />}
      {data?.value.length === 0 && (
        <p className="text-text-muted">
          Nothing is recorded: since this console keeps its log, it did not change this combination, and
          noticed no change by others.
        </p>
      )}
      {data !== undefined && data.value.length > 0 && <HistoryList entries={data.value} />}
      {data?.next != null && (
        <Link href={links.history(cell)} className="rounded-sm text-accent-text underline underline-offset-2">
          Older entries
        </Link>
      )}
    </div>
  );
}
