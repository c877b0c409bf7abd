'use client';

import { useRef, useState, type ReactNode } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { AddressFaultsBanner } from '@/components/ui/feedback/address-faults-banner';
import { OlderData } from '@/components/ui/feedback/older-data';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useWide } from '@/components/ui/window-width';
import { problemOf } from '@/lib/client/api';
import { useConnectionKey } from '@/lib/client/connection';
import { useEntityNames } from '@/lib/client/use-names';
import { valuesOn } from '@/lib/domain/journal/conditions-list';
import { journalPresets } from '@/lib/domain/journal/presets';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { AnalysisView } from './analysis/analysis-view';
import { ChecksButton } from './checks/checks-button';
import { checksColumn, rowsWithChecks } from './checks/checks-column';
import { ChecksSheet } from './checks/checks-sheet';
import { ColumnChooser, ColumnPresetPicker } from './columns/column-chooser';
import { useEmptyColumns } from './columns/empty-columns';
import { OnlyPresetLines } from './columns/only-preset-lines';
import { ExportPanel } from './export/export-panel';
import { ActiveFilters } from './filters/active-filters';
import { FilterBar } from './filters/filter-bar';
import { activeFilters } from './filters/filter-words';
import { useJournalAddress } from './journal-address';
import { LineSheet } from './line/line-sheet';
import { useOpenLine } from './line/use-open-line';
import { LinesKeys } from './lines/lines-keys';
import { LinesView } from './lines/lines-view';
import { useLinesPage } from './lines/use-lines-page';
import { useLinesTable } from './lines/use-lines-table';
import { PrintedLines, type LinesForPaper } from './print/printed-lines';
import type { RowsTableHandle } from './table/rows-table';
import { columnsOf } from './table/table-model';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/feedback/toast-store';
import { refreshAll } from '@/lib/client/refresh';

const none: readonly string[] = [];
/** Groups by entity; lines of one entity by location. */
const usualGroups = (query: JournalQuery) => [
  valuesOn(query, 'BssiEntityID').length === 1 ? 'LocationCode' : 'BssiEntityID',
];
const ways = [
  { value: 'lines', label: 'Lines' },
  { value: 'groups', label: 'Groups' },
  { value: 'pictures', label: 'Pictures' },
] as const;

interface JournalViewProps {
  views: ReactNode;
  mayReadAccess: boolean;
}

export function JournalView({ views, mayReadAccess }: JournalViewProps) {
  const connection = useConnectionKey();
  const address = useJournalAddress();
  const { query, grouping, shows, isRefused } = address;
  const isAddedUp = shows !== 'lines';
  const state = useLinesPage(address, connection, !isRefused && !isAddedUp);
  const { page, isOld, error } = state;
  const tableRef = useRef<RowsTableHandle>(null);
  const open = useOpenLine(address, connection, state, useWide(), (row) => tableRef.current?.show(row));
  const isReady = !isRefused && (isAddedUp || (page !== null && !isOld));
  const names = useEntityNames(connection);
  const filters = activeFilters(query, address.period, address.isDayFixed, names);

  const empty = useEmptyColumns(state.listKey, page?.rows, query.columns, address.pins);
  const table = useLinesTable(address, page, address.hideEmpty ? empty : none, names);
  const fields = columnsOf(table).flatMap(({ columnDef: { meta } }) => meta?.field ?? []);

  const [paper, setPaper] = useState<LinesForPaper | null>(null);
  const [isChecking, setChecking] = useState(false);
  if (isChecking && open.line !== null) setChecking(false); // only the newer one fits beside the lines
  return (
    <div className="flex min-h-0 flex-1 print:block">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto short:scroll-pb-20 print:overflow-visible">
        <PageHeader
          title="Journal lines"
          className="pb-2!"
          description={
            <p className="max-sm:sr-only short:sr-only">
              Unposted item journal lines. They can be read here, not changed.
            </p>
          }
          actions={
            <>
              {views}
              <RefreshLines connection={connection} />
              <ExportPanel
                request={
                  (page === null && !isAddedUp) || isRefused
                    ? null
                    : {
                        ...{ connection, query },
                        groups: grouping && { ...grouping, pivot: grouping.across },
                        shown: fields.flatMap((field) => (field === checksColumn.field ? [] : [field.name])),
                        lines: page?.arrived === undefined && !isOld ? (page?.total ?? null) : null,
                        onPrint: setPaper,
                      }
                }
              />
            </>
          }
        />
        <LinesKeys />
        <div className="@container px-4">
          <div data-print="hide" className="flex flex-wrap items-center gap-2 pb-2">
            <SegmentedControl
              label="Show"
              value={shows}
              onChange={(way) => {
                if (way === 'pictures') address.showPictures();
                else address.group(way === 'groups' ? { by: usualGroups(query) } : null);
              }}
              options={ways}
            />
            <ChecksButton
              {...{ address, connection, isReady }}
              isOpen={isChecking}
              onPress={() => {
                open.close();
                setChecking(!isChecking);
              }}
            />
            {!isAddedUp && (
              <>
                <ColumnPresetPicker address={address} />
                <ColumnChooser {...{ address, table }} emptyHere={empty.length} />
                {/* A new key drops the count of the former preset. */}
                {address.view !== journalPresets[0].id && (
                  <OnlyPresetLines key={address.view} {...{ address, connection }} />
                )}
              </>
            )}
          </div>
          <FilterBar address={address} connection={connection} />
        </div>
        <ActiveFilters filters={filters} shown={isAddedUp ? null : fields} address={address} />
        {address.faults.length > 0 && (
          <AddressFaultsBanner
            faults={address.faults}
            hides={address.faults.some(({ isCondition }) => isCondition) ? 'lines' : null}
            onRemove={address.removeFaults}
            className="mx-4 mb-2"
          />
        )}
        {page?.stale && !error && (
          <OlderData what="The lines" detail={page.stale.detail} className="mx-4 mb-2" />
        )}
        {error && page && (
          <ProblemView
            problem={problemOf(error)}
            what="The lines"
            hasData
            isPart={page.arrived !== undefined}
            retrying
            className="mx-4 mb-2"
          />
        )}
        {isAddedUp ? (
          // The key removes it as a whole, so that rescueFocus still finds the focus in it.
          <div key="analysis" ref={rescueFocus} className="flex min-h-64 flex-1 flex-col">
            <AnalysisView
              {...{ address, connection, filters }}
              onMonthEnd={() => {
                open.close();
                setChecking(true);
              }}
            />
          </div>
        ) : (
          <LinesView {...{ address, connection, state, table, tableRef, open, filters }} />
        )}
      </div>
      {!isAddedUp && (
        <PrintedLines
          asked={paper}
          page={page && { ...page, rows: rowsWithChecks(page), first: (page.page - 1) * page.pageSize }}
          {...{ isOld, connection, fields }}
          sort={query.sort}
          conditions={filters.map(({ words }) => words)}
          onEnd={() => setPaper(null)}
        />
      )}
      <ChecksSheet {...{ address, connection }} isOpen={isChecking} onClose={() => setChecking(false)} />
      <LineSheet
        line={isAddedUp ? null : open.line}
        {...{ connection, mayReadAccess }}
        day={address.day}
        hrefOf={address.lineHref}
        neighbours={open.neighbours}
        onClose={open.close}
      />
    </div>
  );
}

function RefreshLines({ connection }: { connection: string }) {
  const client = useQueryClient();
  return (
    <Button
      onPress={() =>
        void refreshAll(client, connection, { access: false, journal: true }).catch((error: Error) =>
          notify.problem('Not everything was refreshed', problemOf(error).detail),
        )
      }
    >
      <RefreshCw aria-hidden="true" className="size-4" />
      <span className="@max-2xl:sr-only">Refresh</span>
    </Button>
  );
}
