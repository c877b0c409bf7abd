'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { DataTable } from '@/components/ui/tables/data-table';
import { Instant } from '@/components/ui/instant';
import { notify } from '@/components/ui/feedback/toast-store';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { problemOf } from '@/lib/client/api';
import { activityQuery } from '@/lib/client/changes/activity';
import { printedCellsQuery } from '@/lib/client/changes/change-details';
import type { Activity } from '@/lib/contract/changes/activity';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { counted } from '@/lib/domain/counted';
import { signedInWords, verdictWords } from '@/lib/domain/ledger/log-words';
import { inDigits } from '@/lib/domain/reader-formats';
import { undoneOf } from '@/components/changes/outcome/state-badge';
import { cellColumns } from './cell-columns';

interface SetPrintProps {
  set: ChangeSet;
  press: number;
  onEnd: () => void;
}

export function SetPrint({ set, press, onEnd }: SetPrintProps) {
  const timeZone = useTimeZone();
  const cells = useQuery(printedCellsQuery(set.id, press));
  const log = useQuery(activityQuery(set.connection, timeZone));
  const isReady = cells.data !== undefined && !log.isLoading;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const printed = () => end();
    window.addEventListener('afterprint', printed);
    return () => window.removeEventListener('afterprint', printed);
  }, []);
  useEffect(() => {
    if (cells.error === null) return;
    notify.problem('Nothing was printed', problemOf(cells.error).detail);
    end();
  }, [cells.error]);
  const isAsked = useRef(false); // effects run twice in development
  useEffect(() => {
    if (!isReady || isAsked.current) return;
    isAsked.current = true;
    window.print();
  }, [isReady]);
  if (cells.data === undefined) return null;
  const { value, total } = cells.data;
  return (
    <section
      data-print="lines"
      aria-label="Assignments on paper"
      className="hidden flex-col gap-2 print:flex"
    >
      <h2 className="text-base font-semibold">{counted(total, 'assignment')}</h2>
      {value.length < total && (
        <p className="font-semibold">
          These are the first {inDigits(value.length)}. Download evidence gives all of them as a file.
        </p>
      )}
      <DataTable
        label="All assignments"
        columns={cellColumns(undoneOf(set) === 'all')}
        items={value}
        keyOf={({ position }) => position}
      />
      <p className="text-sm">{proofInWords(log.data?.log)}</p>
      {log.data?.log.verified && (
        <p className="text-sm">
          The log was last checked on <Instant at={log.data.log.verified.at} look="full" />:{' '}
          {verdictWords[log.data.log.verified.verdict]}.
        </p>
      )}
    </section>
  );
}

function proofInWords(log: Activity['log'] | undefined): string {
  const signed =
    log === undefined
      ? ''
      : ` The console’s log holds ${counted(log.entries, 'entry', 'entries')}. ${signedInWords(log.entries, log.signedTo)}`;
  return `Proof:${signed} The evidence of this change set, which can be checked without the console, is downloaded from its page.`;
}
