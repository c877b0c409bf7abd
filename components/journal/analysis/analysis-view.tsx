'use client';

import { useQuery } from '@tanstack/react-query';
import { use, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { SelectedStrip } from '@/components/grid/grid-selection';
import type { ActiveFilter } from '@/components/journal/filters/filter-words';
import type { JournalAddress } from '@/components/journal/journal-address';
import { narrowestColumn, widestColumn } from '@/components/journal/journal-parameters';
import { copyCells } from '@/components/journal/lines/copy-cells';
import { LinesGrid } from '@/components/journal/lines/lines-grid';
import type { Arrange } from '@/components/journal/lines/lines-actions';
import { rowHeadWidth, type LineCell, type LineColumn } from '@/components/journal/lines/lines-model';
import type { Read } from '@/components/journal/lines/selection-size';
import { SelectedFigures } from '@/components/journal/lines/selected-figures';
import { PicturesView } from '@/components/journal/pictures/pictures-view';
import { Banner } from '@/components/ui/feedback/banner';
import { Status } from '@/components/ui/feedback/status';
import { useNarrow } from '@/components/ui/window-width';
import { CompanyCurrency } from '@/lib/client/connection';
import { askedWhile } from '@/lib/client/api';
import { journalGroupsQuery } from '@/lib/client/journal/journal';
import { useEntityNames } from '@/lib/client/use-names';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import type { SortKey } from '@/lib/domain/journal/query';
import { inDigits } from '@/lib/domain/reader-formats';
import { groupSearch } from './group-address';
import { isEntityKey, nameAndId } from './key-words';
import { groupRows, totalRow } from './group-rows';
import { GroupingBar } from './grouping-bar';
import { CopyAge, GroupsAnswer } from './groups-answer';
import type { ShownGrouping } from './grouping-parameters';
import { shareColumn, shareField, shownOrder, toldOrder } from './share-column';

interface AnalysisViewProps {
  address: JournalAddress;
  connection: string;
  filters: readonly ActiveFilter[];
  /** The reader chose the month end, beside which the checks stand. */
  onMonthEnd: () => void;
}

/** The sums of the lines that match, in place of the lines: in groups, or as pictures. */
export function AnalysisView(props: AnalysisViewProps) {
  const { grouping } = props.address;
  return grouping === null ? <PicturesView {...props} /> : <GroupsView {...props} grouping={grouping} />;
}

function GroupsView(props: AnalysisViewProps & { grouping: ShownGrouping }) {
  const { address, grouping, connection, filters, onMonthEnd } = props;
  const { query, group, isRefused } = address;
  const { by, sum, across } = grouping;
  const answer = useQuery({
    ...journalGroupsQuery(query, { by, sum, pivot: across }, connection),
    enabled: askedWhile(!isRefused),
  });
  const { isFetching, isPlaceholderData } = answer;
  return (
    <>
      <GroupingBar {...{ grouping, group, onMonthEnd }} />
      <GroupsAnswer answers={[answer]} what="The groups" {...{ address, filters }}>
        {([data]) =>
          data && (
            <Groups
              {...{ address, grouping, connection, data }}
              isOld={isPlaceholderData}
              isBusy={isFetching && isPlaceholderData}
            />
          )
        }
      </GroupsAnswer>
    </>
  );
}

function leftOut({ more }: JournalGroups): string {
  const groups = more.groups > 0 ? [counted(more.groups, 'more group')] : [];
  const columns = more.across > 0 ? [counted(more.across, 'more value across', 'more values across')] : [];
  return `There ${more.groups + more.across === 1 ? 'is' : 'are'} ${[...groups, ...columns].join(' and ')}.`;
}

interface GroupsProps {
  address: JournalAddress;
  grouping: ShownGrouping;
  connection: string;
  data: JournalGroups;
  /** The groups belong to the filter before. */
  isOld: boolean;
  isBusy: boolean;
}

function Groups({ address, grouping, connection, data, isOld, isBusy }: GroupsProps) {
  const { query, period, group, narrow } = address;
  const { order } = grouping;
  const names = useEntityNames(connection);
  const currency = use(CompanyCurrency);
  const {
    fields: asked,
    rows,
    groups,
  } = useMemo(() => groupRows(data, order, names, currency), [data, order, names, currency]);
  const keys = useMemo(() => data.by.flatMap((name) => groupingKey(name) ?? []), [data]);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const isNarrow = useNarrow();
  const [selected, setSelected] = useState<readonly SelectedStrip[]>([]);
  const [engine, setEngine] = useState<GridEngine<LineCell> | null>(null);
  const room = useRoomIn(engine);
  const all = data.total.count;
  const columns = useMemo<LineColumn[]>(() => {
    const others = asked.map((field) => {
      const isNamed = names.size > 0 && keys.some((key) => key.name === field.name && isEntityKey(key));
      const width = isNamed && isNarrow ? widestOnPhone : field.width;
      return { field, partsOf: isNamed ? nameAndId : undefined, width: widths[field.name] ?? width };
    });
    const counts = groups.map((one) => one?.count);
    return [...others, ...shareColumn(others, room, counts, all)];
  }, [asked, groups, keys, names, widths, isNarrow, room, all]);
  const [isByShares, setByShares] = useState(false);
  const sort = useMemo(() => shownOrder(order, isByShares, columns), [order, isByShares, columns]);
  const fields = useMemo(() => columns.map(({ field }) => field), [columns]);
  const listKey = JSON.stringify([connection, data.by, data.sum, data.pivot, query, order]);
  const lines = useMemo(
    () => ({ listKey, count: rows.length, isCounted: true, at: (row: number) => rows[row] }),
    [listKey, rows],
  );
  const read = useCallback<Read>((top, bottom) => Promise.resolve(rows.slice(top, bottom + 1)), [rows]);
  const added = useMemo(() => withoutTotal(selected), [selected]);
  const copy = (isWithHeads: boolean) => {
    if (engine) copyCells({ engine, selected, fields, read }, isWithHeads);
  };
  const rowHead = useMemo(
    () => (_: unknown, row: number) => {
      const values = groups[row]?.key ?? [];
      const number = row === totalRow ? '' : inDigits(row);
      const what = row === totalRow ? 'all lines' : keys.map(({ name }) => rows[row]?.[name]).join(', ');
      return {
        text: `${number} ›`,
        href: groupSearch({ query, period }, keys, values),
        label: `${number} Show the lines of ${what}`.trim(),
        title: 'Show the lines',
      };
    },
    [groups, keys, rows, query, period],
  );
  const stays = () => undefined; // the columns stand as the grouping says
  const arrange: Arrange = (does) =>
    does({
      resize: (field, width) =>
        setWidths((all) => ({
          ...all,
          [field]: Math.round(Math.max(narrowestColumn, Math.min(width, widestColumn))),
        })),
      ...{ move: stays, step: stays },
    });
  return (
    <>
      {!data.complete && (
        <Banner tone="warning" title="Not all groups are listed" className="mx-4 mb-2">
          {leftOut(data)} The sums of all lines include them. Filter the lines to see them.
        </Banner>
      )}
      <div className="min-h-0 flex-1">
        <LinesGrid
          {...{ columns, lines, arrange, rowHead, totalRow, isOld, isBusy }}
          label="Groups of item journal lines"
          rowHeadLabel="Open"
          areMovable={false}
          frozen={keys.length}
          sort={sort}
          onSort={([next]) => {
            if (next === undefined) return;
            setByShares(next.field === shareField.name);
            group({ order: toldOrder(firstDown(next, sort[0], keys)) });
          }}
          onOpen={(row) => {
            const values = groups[row]?.key;
            if (values !== undefined) narrow(linesOfGroup(query, keys, values));
            group(null);
          }}
          onMenu={null}
          onStand={() => undefined}
          onSelection={setSelected}
          onEngine={setEngine}
          onCopy={copy}
        />
      </div>
      <section
        aria-label="Status bar"
        data-bottom-bar=""
        className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5"
      >
        {selected.length > 0 ? (
          <SelectedFigures {...{ fields, read }} selected={added} onCopy={copy} />
        ) : (
          <Status className="tabular min-w-0 text-sm text-text-muted">
            {counted(data.groups.length + data.more.groups, 'group')} of {counted(data.total.count, 'line')}.
            <span className="max-sm:hidden">
              {' '}
              Press a row’s number<span className="pointer-coarse:hidden">, or Enter on it,</span> to see its
              lines.
            </span>
          </Status>
        )}
        <CopyAge {...data} />
      </section>
    </>
  );
}

/** Px of a key that tells names, which a phone has room to keep in view. */
const widestOnPhone = 196;

/** Px that a grid has beside its row heads; 0 while there is none. */
function useRoomIn(engine: GridEngine<LineCell> | null): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (engine === null) return;
    const { root } = engine;
    const measure = () => setRoom(root.clientWidth - rowHeadWidth);
    measure(); // the observer tells only after the table is seen without
    const observer = new ResizeObserver(measure);
    observer.observe(root);
    return () => observer.disconnect();
  }, [engine]);
  return room;
}

/** What is counted or added up begins with the most. */
function firstDown(next: SortKey, before: SortKey | undefined, keys: readonly { name: string }[]): SortKey {
  const isKey = keys.some(({ name }) => name === next.field);
  return before?.field === next.field || isKey ? next : { ...next, descending: true };
}

/** What is added up of a selection: the row of all lines would count them twice, unless it alone is selected. */
function withoutTotal(selected: readonly SelectedStrip[]): readonly SelectedStrip[] {
  if (selected.every(({ bottom }) => bottom === totalRow)) return selected;
  return selected.flatMap((strip) => {
    if (strip.bottom === totalRow) return [];
    return [{ ...strip, top: Math.max(strip.top, totalRow + 1) }];
  });
}
