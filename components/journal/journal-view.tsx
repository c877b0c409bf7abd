'use client';

import { use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridPosition } from '@/components/grid/grid-model';
import type { SelectedStrip } from '@/components/grid/grid-selection';
import { PageHeader } from '@/components/shell/page-header';
import { classNames } from '@/components/ui/class-names';
import { OlderData } from '@/components/ui/feedback/older-data';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { onDemand } from '@/components/ui/on-demand';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useHydrated } from '@/components/ui/use-hydrated';
import { useWide } from '@/components/ui/window-width';
import { problemOf } from '@/lib/client/api';
import { CompanyCurrency, useConnectionKey } from '@/lib/client/connection';
import { journalRetryMs, lineKeyOf, type LineKey } from '@/lib/client/journal/journal';
import { useEntityNames } from '@/lib/client/use-names';
import { valuesOn } from '@/lib/domain/journal/conditions-list';
import { journalPresets } from '@/lib/domain/journal/presets';
import { linesInBlock, type JournalQuery } from '@/lib/domain/journal/query';
import { AnalysisComing } from './analysis/analysis-coming';
import { ActiveFilters } from './filters/active-filters';
import { ChecksButton, ChecksSheet } from './checks/checks-button';
import { checksField, withChecksColumn } from './checks/checks-column';
import { ColumnChooser, ColumnPresetPicker } from './columns/column-chooser';
import { useColumnLayout } from './columns/column-layout';
import { emptyColumns, filledFields } from './columns/empty-columns';
import { nextSort } from './columns/next-sort';
import { shownColumns } from './columns/shown-columns';
import { useArranging } from './columns/use-arranging';
import { ExportPanel } from './export/export-panel';
import { FilterBar } from './filters/filter-bar';
import { activeFilters } from './filters/filter-words';
import { FirstLines, type FirstPlace } from './lines/first-lines';
import { whenLetGo } from './lines/held-press';
import frame from './frame.module.css';
import { useJournalAddress } from './journal-address';
import { useOpenLine } from './line/line-address';
import { LinesGrid } from './lines/lines-grid';
import { LinesKeys } from './lines/lines-keys';
import { lineHead, lineRowLabel, type LineCell } from './lines/lines-model';
import { MonthEnd } from './month-end/month-end';
import { copyCells } from './lines/copy-cells';
import { preloadSelection, StatusBar } from './lines/status-bar';
import { useJournalLines, type JournalLines } from './lines/use-journal-lines';
import { RefreshLines } from './refresh-lines';
import { inCurrency } from './value-format';

const none: readonly string[] = [];
/** ms that somebody stands on a line before the sheet follows: walking by asks for nothing. */
const standMs = 120;
/** By entity; the lines of one alone by location. */
const usualGroups = (query: JournalQuery) => [
  valuesOn(query, 'BssiEntityID').length === 1 ? 'LocationCode' : 'BssiEntityID',
];
const ways = [
  { value: 'lines', label: 'Lines' },
  { value: 'groups', label: 'Groups' },
  { value: 'pictures', label: 'Pictures' },
] as const;

// None is on the screen at first, unless an address asks for it.
const AddressFaultsBanner = onDemand(
  async () => (await import('@/components/ui/feedback/address-faults-banner')).AddressFaultsBanner,
);
const AnalysisView = onDemand(async () => (await import('./analysis/analysis-view')).AnalysisView);
const ColumnModel = onDemand(
  async () => (await import('./columns/column-model')).ColumnModel,
  ({ onMissing }) => onMissing(),
);
const OnlyPresetLines = onDemand(async () => (await import('./columns/only-preset-lines')).OnlyPresetLines);
const ColumnMenu = onDemand(
  async () => (await import('./columns/column-menu')).ColumnMenu,
  ({ onClose }) => onClose(),
);
const NoLines = onDemand(async () => (await import('./lines/no-lines')).NoLines);
const LineSheet = onDemand(
  async () => (await import('./line/line-sheet')).LineSheet,
  ({ onClose }) => onClose(),
);

/** What columns are arranged by, and what selected cells come to. */
function loadAhead(): void {
  ColumnModel.preload();
  preloadSelection();
}

interface JournalViewProps {
  /** The saved views of the place. */
  views: ReactNode;
  mayReadAccess: boolean;
  /** Marks the page's own scripts and styles. */
  nonce: string | undefined;
}

/** The journal page: unposted item journal lines to filter, sort, add up and read. */
export function JournalView({ views, mayReadAccess, nonce }: JournalViewProps) {
  const connection = useConnectionKey();
  const address = useJournalAddress();
  const { query, grouping, shows, isRefused } = address;
  const isAddedUp = shows !== 'lines';
  const state = useJournalLines(query, connection, !isRefused && !isAddedUp, address.goTo);
  const { lines, error } = state;
  const isHydrated = useHydrated();
  const isSlow = useSlow(lines === null && state.isAsking);
  const isReady = !isRefused && (isAddedUp || (lines !== null && !state.isOld));
  const isComing = !isRefused && (lines !== null || error === null);
  const isWithoutLines = isRefused || lines?.count === 0;
  const names = useEntityNames(connection);
  const filters = activeFilters(query, address.period, address.isDayFixed, names);

  const columnLayout = useColumnLayout();
  const { pinned } = columnLayout;
  const filled = useFilledFields(lines);
  const currency = use(CompanyCurrency);
  const empty = useMemo(() => emptyColumns(query.columns, filled, pinned), [query.columns, filled, pinned]);
  const hidden = address.hideEmpty ? empty : none;
  const { columns, frozen } = useMemo(() => {
    const all = withChecksColumn(shownColumns(query.columns, hidden, columnLayout), query.check);
    return {
      ...all,
      columns: all.columns.map((one) => ({ ...one, field: inCurrency(one.field, currency) })),
    };
  }, [query.columns, query.check, hidden, columnLayout, currency]);
  const { arrange, isAsked, onReady, onMissing } = useArranging();
  const fields = useMemo(() => columns.map(({ field }) => field), [columns]);

  const [selected, setSelected] = useState<readonly SelectedStrip[]>([]);
  const [menu, setMenu] = useState<{ field: string; head: HTMLElement } | null>(null);
  const [open, setOpen, hrefOf] = useOpenLine();
  const [isChecking, setChecking] = useState(false);
  if (isChecking && open !== null) setChecking(false); // one of the two stands beside the lines: the newer
  const rowHead = useMemo(() => lineHead(hrefOf, open), [hrefOf, open]);
  const [engine, setEngine] = useState<GridEngine<LineCell> | null>(null);
  const isDocked = useWide();
  const standing = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The row that the sheet tells of, in a list; null: the address named the line. */
  const [openIn, setOpenIn] = useState<{ listKey: string; row: number } | null>(null);
  const openedRow = openIn !== null && openIn.listKey === lines?.listKey ? openIn.row : null;
  const openAt = (line: LineKey, row: number) => {
    setOpen(line);
    setOpenIn(lines && { listKey: lines.listKey, row });
  };

  const close = () => {
    setOpen(null);
    if (openedRow !== null && engine) engine.moveTo(engine.active);
    clearTimeout(standing.current); // the focus that came back stands on the line anew
  };

  /** How the first view was left; null: there was none, or the grid has gone on with it. */
  const left = useRef<FirstPlace | null>(null);
  const doPressed = ({ row, column }: GridPosition): void => {
    const [line, head] = [lines?.at(row), columns[column]];
    if (row < 0 && head && !head.isStill)
      address.narrow({ sort: nextSort(query.sort, head.field.name, false) });
    else if (column < 0 && line) openAt(lineKeyOf(line), row);
  };

  const copy = (isWithHeads: boolean) => {
    if (lines && engine) copyCells({ engine, selected, fields, read: lines.read }, isWithHeads);
  };
  const step = async (row: number) => {
    if (lines === null || row < 0 || row >= lines.count) return;
    engine?.show({ row, column: engine.active.column });
    const [line] = await lines.read(row, row).catch(() => []); // the page says what cannot be read
    if (line) openAt(lineKeyOf(line), row);
  };

  return (
    <div className="flex min-h-0 flex-1 print:block">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto print:overflow-visible">
        <PageHeader
          title="Journal lines"
          className="pb-2!"
          description={
            <p className="max-sm:sr-only">Unposted item journal lines. They can be read here, not changed.</p>
          }
          actions={
            <>
              {views}
              <RefreshLines connection={connection} />
              <ExportPanel
                request={
                  (lines === null && !isAddedUp) || isRefused
                    ? null
                    : {
                        ...{ connection, query },
                        groups: grouping && { ...grouping, pivot: grouping.across },
                        shown: fields.filter((field) => field !== checksField).map(({ name }) => name),
                        lines: lines?.isCounted && !state.isOld ? lines.count : null,
                      }
                }
              />
            </>
          }
        />
        <LinesKeys />
        <div className="@container px-4">
          {/* The month end stands in line with what is above it in a wide window, with what is below it in a low one. */}
          <div className="flex flex-wrap short:items-end">
            <div
              data-print="hide"
              className="flex w-full flex-wrap items-center gap-2 pb-2 roomy:min-[1400px]:w-auto"
            >
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
                  setOpen(null);
                  setChecking(!isChecking);
                }}
              />
              {!isAddedUp && (
                <>
                  <ColumnPresetPicker address={address} />
                  <ColumnChooser {...{ address, hidden }} emptyHere={empty.length} />
                  {/* Drawn anew for another set: its lines are counted anew, and none of the old ones' stay. */}
                  {address.view !== journalPresets[0].id && (
                    <OnlyPresetLines key={address.view} {...{ address, connection }} />
                  )}
                </>
              )}
            </div>
            {shows !== 'pictures' && <MonthEnd {...{ address, connection, isReady, isComing }} />}
            <FilterBar address={address} connection={connection} />
          </div>
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
        {lines?.newest.stale && !error && (
          <OlderData what="The lines" detail={lines.newest.stale.detail} className="mx-4 mb-2" />
        )}
        {error && lines && (
          <ProblemView problem={problemOf(error)} what="The lines" hasData retrying className="mx-4 mb-2" />
        )}
        {isAddedUp ? (
          // Its key has it leave the page as a whole: what has the focus would else be gone before it is looked for.
          <div key="analysis" ref={rescueFocus} className="flex min-h-64 flex-1 flex-col">
            <AnalysisView
              {...{ address, connection, filters }}
              meanwhile={<AnalysisComing choices={shows === 'groups' ? 4 : 1} />}
            />
          </div>
        ) : error && !lines ? (
          <ProblemView
            problem={problemOf(error)}
            retrying={{ failedAt: state.errorAt, everyMs: journalRetryMs, isTrying: state.isAsking }}
            onRetry={state.retry}
            className="m-4"
          />
        ) : isWithoutLines ? (
          <div className={classNames(frame.box, 'flex-1')}>
            <NoLines filters={filters} address={address} />
          </div>
        ) : (
          <div className={classNames(frame.lines, 'flex min-h-64 flex-1 print:min-h-0')}>
            <p className="hidden px-4 py-2 text-sm print:block">
              Paper has no room for the columns, so the lines are not printed. Export gives them as a file.
            </p>
            <div
              ref={rescueFocus}
              data-print="hide"
              className="min-w-0 flex-1"
              onPointerEnter={loadAhead}
              onFocus={loadAhead}
            >
              {lines !== null && isHydrated ? (
                <LinesGrid
                  opensByTap
                  {...{ columns, lines, rowHead }}
                  arrange={arrange}
                  areMovable
                  label="Item journal lines"
                  rowHeadLabel={lineRowLabel}
                  frozen={frozen}
                  firstBlock={query.page - 1}
                  takePlace={() => {
                    const place = left.current;
                    left.current = null;
                    if (place?.pressed) doPressed(place.pressed);
                    else if (place?.held) whenLetGo(place.held, doPressed);
                    return place;
                  }}
                  sort={query.sort}
                  isOld={state.isOld}
                  isBusy={state.isOld && state.isAsking}
                  onSort={(sort) => address.narrow({ sort })}
                  onShow={({ top, bottom }) => state.show(top, bottom)}
                  onOpen={(row) => {
                    const line = lines.at(row);
                    if (line) openAt(lineKeyOf(line), row);
                  }}
                  onStand={(row) => {
                    clearTimeout(standing.current);
                    if (!isDocked || open === null) return;
                    standing.current = setTimeout(() => {
                      const line = lines.at(row);
                      if (line) openAt(lineKeyOf(line), row);
                    }, standMs);
                  }}
                  onSelection={setSelected}
                  onEngine={(made) => {
                    setEngine(made);
                    if (made === null) setSelected([]); // it goes with its grid
                  }}
                  onMenu={(field, head) => setMenu({ field, head })}
                  onCopy={copy}
                />
              ) : (
                <FirstLines
                  {...{ columns, lines }}
                  frozen={frozen}
                  sort={query.sort}
                  firstRow={(query.page - 1) * linesInBlock}
                  nonce={nonce}
                  onLeave={(place) => (left.current = place)}
                />
              )}
            </div>
          </div>
        )}
        {isAsked && <ColumnModel {...{ address, hidden, onReady, onMissing }} />}
        <MountOnFirstOpen isOpen={menu !== null}>
          <ColumnMenu asked={menu} {...{ address, connection, hidden }} onClose={() => setMenu(null)} />
        </MountOnFirstOpen>
        {!isAddedUp && (
          <StatusBar
            lines={isRefused ? null : lines}
            waiting={
              isSlow ? 'Reading the journal lines from the service. The first time takes longest.' : null
            }
            {...{ selected, fields }}
            isOld={state.isOld}
            onCopy={copy}
          />
        )}
      </div>
      <MountOnFirstOpen isOpen={isChecking}>
        <ChecksSheet {...{ address, connection }} isOpen={isChecking} onClose={() => setChecking(false)} />
      </MountOnFirstOpen>
      <MountOnFirstOpen isOpen={isHydrated && !isAddedUp && open !== null}>
        <LineSheet
          line={isAddedUp ? null : open}
          {...{ connection, mayReadAccess }}
          day={address.day}
          lines={state.isOld ? null : lines}
          row={openedRow}
          onShow={(row) => void step(row)}
          onClose={close}
        />
      </MountOnFirstOpen>
    </div>
  );
}

const noFields: ReadonlySet<string> = new Set();

/** Fields that have a value in a line of the list that has come: a column once seen with one is not empty any more. */
function useFilledFields(lines: JournalLines | null): ReadonlySet<string> {
  const [known, setKnown] = useState({ listKey: '', fields: noFields });
  const rows = lines?.newest.rows;
  const fresh = useMemo(() => (rows === undefined ? noFields : filledFields(rows)), [rows]);
  const before = known.listKey === lines?.listKey ? known.fields : noFields;
  const fields = withFields(before, fresh);
  if (lines !== null && fields !== known.fields) setKnown({ listKey: lines.listKey, fields });
  const onCame = lines?.onCame;
  const listKey = lines?.listKey;
  useEffect(
    () =>
      onCame?.((page) => {
        setKnown((last) => {
          const next = withFields(last.fields, filledFields(page.rows));
          return last.listKey !== listKey || next === last.fields ? last : { listKey, fields: next };
        });
      }),
    [onCame, listKey],
  );
  return fields;
}

/** The same set where it has them all. */
function withFields(known: ReadonlySet<string>, more: ReadonlySet<string>): ReadonlySet<string> {
  return [...more].every((name) => known.has(name)) ? known : new Set([...known, ...more]);
}

const noticedAfterMs = 1_500;

/** Whether something has been waited for so long that a person wants to know why. */
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
