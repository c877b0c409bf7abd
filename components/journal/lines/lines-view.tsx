'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { SelectedStrip } from '@/components/grid/grid-selection';
import { classNames } from '@/components/ui/class-names';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { onDemand } from '@/components/ui/on-demand';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { problemOf } from '@/lib/client/api';
import { journalRetryMs } from '@/lib/client/journal/journal';
import { rowsWithChecks } from '../checks/checks-column';
import type { LineColumn } from '../columns/shown-columns';
import { useArranging } from '../columns/use-arranging';
import type { ActiveFilter } from '../filters/filter-words';
import frame from '../frame.module.css';
import type { JournalAddress } from '../journal-address';
import type { OpenLine } from '../line/use-open-line';
import { copyCells } from './copy-cells';
import { LinesGrid } from './lines-grid';
import { lineHead, lineRowLabel, type LineCell } from './lines-model';
import { SelectedFigures } from './selected-figures';
import type { Read } from './selection-size';
import { StatusBar } from './status-bar';
import { TotalsLine } from './totals-line';
import type { LinesPage } from './use-lines-page';

const ColumnModel = onDemand(
  async () => (await import('../columns/column-model')).ColumnModel,
  ({ onMissing }) => onMissing(),
);
const ColumnMenu = onDemand(
  async () => (await import('../columns/column-menu')).ColumnMenu,
  ({ onClose }) => onClose(),
);
const NoLines = onDemand(async () => (await import('./no-lines')).NoLines);

interface LinesViewProps {
  address: JournalAddress;
  connection: string;
  state: LinesPage;
  open: OpenLine;
  filters: readonly ActiveFilter[];
  columns: readonly LineColumn[];
  frozen: number;
  hidden: readonly string[];
  listKey: string;
}

/** A page of the lines, and the status bar below it; in their place why there are none. */
export function LinesView(props: LinesViewProps) {
  const { address, connection, state, open, filters, columns, frozen, hidden, listKey } = props;
  const { page, isOld, error } = state;
  const rows = useMemo(() => (page === null ? [] : rowsWithChecks(page)), [page]);
  const fields = useMemo(() => columns.map(({ field }) => field), [columns]);
  const firstRow = page === null ? 0 : (page.page - 1) * page.pageSize;
  const lines = useMemo(
    () => ({
      listKey: `${listKey} ${String(firstRow)}`,
      count: rows.length,
      isCounted: true,
      at: (row: number) => rows[row],
    }),
    [listKey, firstRow, rows],
  );
  const read = useCallback<Read>((top, bottom) => Promise.resolve(rows.slice(top, bottom + 1)), [rows]);
  const rowHead = lineHead(address.lineHref, open.line, firstRow);
  const { arrange, isAsked, onReady, onMissing } = useArranging();
  const [selected, setSelected] = useState<readonly SelectedStrip[]>([]);
  const [engine, setEngine] = useState<GridEngine<LineCell> | null>(null);
  const [menu, setMenu] = useState<{ field: string; head: HTMLElement } | null>(null);
  const isSlow = useSlow(page === null && state.isAsking);
  const copy = (isWithHeads: boolean) => {
    if (engine) copyCells({ engine, selected, fields, read }, isWithHeads);
  };
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
          <p className="hidden px-4 py-2 text-sm print:block">
            Paper has no room for the columns, so the lines are not printed. Export gives them as a file.
          </p>
          <div data-print="hide" className="min-w-0 flex-1">
            <LinesGrid
              opensByTap
              {...{ columns, lines, rowHead, arrange, frozen, isOld }}
              areMovable
              label="Item journal lines"
              rowHeadLabel={lineRowLabel}
              sort={address.query.sort}
              isBusy={page === null || (isOld && state.isAsking)}
              onSort={(sort) => address.narrow({ sort })}
              onOpen={open.openRow}
              onStand={open.stand}
              onSelection={setSelected}
              onEngine={setEngine}
              onMenu={(field, head) => setMenu({ field, head })}
              onCopy={copy}
            />
          </div>
        </div>
      )}
      {isAsked && <ColumnModel {...{ address, hidden, onReady, onMissing }} />}
      <MountOnFirstOpen isOpen={menu !== null}>
        <ColumnMenu asked={menu} {...{ address, connection, hidden }} onClose={() => setMenu(null)} />
      </MountOnFirstOpen>
      <StatusBar
        page={address.isRefused ? null : page}
        address={address}
        waiting={isSlow ? 'Reading the journal lines from the service. The first time takes longest.' : null}
      >
        {selected.length > 0 ? (
          <SelectedFigures {...{ selected, fields, read }} onCopy={copy} />
        ) : (
          page !== null && !isOld && <TotalsLine page={page} fields={fields} />
        )}
      </StatusBar>
    </>
  );
}

const noticedAfterMs = 1_500;

/** Whether a wait has lasted so long that a person wants to know why. */
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
