'use client';

import { useCallback, useEffect, useState, type RefObject } from 'react';
import { classNames } from '@/components/ui/class-names';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { problemOf } from '@/lib/client/api';
import { useReads } from '@/lib/client/connections';
import { journalRetryMs, lineKeyOf } from '@/lib/client/journal/journal';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { inDigits } from '@/lib/domain/reader-formats';
import { ColumnMenu } from '../columns/column-menu';
import type { ActiveFilter } from '../filters/filter-words';
import frame from '../frame.module.css';
import type { JournalAddress } from '../journal-address';
import type { OpenLine } from '../line/use-open-line';
import { RowsTable, type RowsTableHandle } from '../table/rows-table';
import { SelectedFigures } from '../table/selected-figures';
import { useSelectedRanges, type RowsModel } from '../table/table-model';
import { NoLines } from './no-lines';
import { StatusBar } from './status-bar';
import { TotalsLine } from './totals-line';
import { pagesOf, type LinesPage } from './use-lines-page';

interface LinesViewProps {
  address: JournalAddress;
  connection: string;
  state: LinesPage;
  table: RowsModel;
  tableRef: RefObject<RowsTableHandle | null>;
  open: OpenLine;
  filters: readonly ActiveFilter[];
}

export function LinesView(props: LinesViewProps) {
  const { address, connection, state, table, tableRef, open, filters } = props;
  const { page, isOld, error } = state;
  const [menu, setMenu] = useState<{ field: string; head: HTMLElement } | null>(null);
  const isSlow = useSlow(page === null && state.isAsking);
  const nextAt = useReads(connection)?.nextLinesAt ?? null;
  const { lineHref } = address;
  const firstRow = page === null ? 0 : (page.page - 1) * page.pageSize;
  const rowHead = useCallback(
    (line: JournalRow, at: number) => {
      const text = inDigits(firstRow + at + 1);
      const key = lineKeyOf(line);
      const label = `${text}, line ${String(key.lineNo)} of ${key.template} ${key.batch}`;
      return { text, label, href: lineHref(key), title: 'Open this line' };
    },
    [firstRow, lineHref],
  );
  return (
    <>
      {error && !page ? (
        <ProblemView
          problem={problemOf(error)}
          retrying={{ failedAt: state.errorAt, everyMs: journalRetryMs, isTrying: state.isAsking }}
          onRetry={state.retry}
          className="m-4"
        />
      ) : address.isRefused || page?.total === 0 ? (
        <div className={classNames(frame.box, 'flex-1')}>
          <NoLines filters={filters} address={address} />
        </div>
      ) : (
        <div ref={rescueFocus} className="flex min-h-64 min-w-0 flex-1 print:min-h-0">
          <div data-print="hide" className="min-w-0 flex-1">
            <RowsTable
              {...{ table, rowHead, isOld }}
              ref={tableRef}
              label="Item journal lines"
              // The number is the position in the shown order, which Business Central does not know.
              rowHeadLabel="Row"
              pageKey={`${state.listKey} ${String(firstRow)}`}
              keepsPlace
              openRow={open.row}
              isBusy={page === null || (isOld && state.isAsking)}
              opensByTap
              onOpen={open.openRow}
              onStand={open.stand}
              onTurn={(by) => {
                if (page === null) return;
                const next = page.page + by;
                if (next >= 1 && next <= pagesOf(page)) address.goTo(next);
              }}
              onMenu={(field, head) => setMenu({ field, head })}
            />
          </div>
        </div>
      )}
      <ColumnMenu asked={menu} {...{ address, connection, table }} />
      <StatusBar
        page={address.isRefused ? null : page}
        hasFailed={state.error !== null}
        address={address}
        nextAt={nextAt}
        waiting={isSlow ? 'Reading the journal lines from the service. The first time takes longest.' : null}
      >
        <Figures {...{ table, state, address, connection }} />
      </StatusBar>
    </>
  );
}

type FiguresProps = Pick<LinesViewProps, 'table' | 'state' | 'address' | 'connection'>;

function Figures({ table, state: { page, isOld }, address, connection }: FiguresProps) {
  useSelectedRanges(table);
  if (table.getSelectedCellCount() > 0) return <SelectedFigures table={table} />;
  if (page === null || isOld || page.total === 0) return null;
  return <TotalsLine page={page} query={address.query} connection={connection} />;
}

const noticedAfterMs = 1_500;

function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), noticedAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isWaiting && isSlow;
}
