'use client';

import { use, useMemo, useState } from 'react';
import type { JournalAddress } from '@/components/journal/journal-address';
import { pageSizes } from '@/components/journal/journal-parameters';
import { fittingWidth } from '@/components/journal/table/cell-width';
import { RowsTable } from '@/components/journal/table/rows-table';
import { SelectedFigures } from '@/components/journal/table/selected-figures';
import { useRowsTable, useSelectedRanges, type RowsModel } from '@/components/journal/table/table-model';
import { Banner } from '@/components/ui/feedback/banner';
import { Pager, rangeInWords } from '@/components/ui/tables/pager';
import { useNarrow } from '@/components/ui/window-width';
import { showSearch } from '@/lib/client/address/use-address';
import { CompanyCurrency } from '@/lib/client/connection';
import { useEntityNames } from '@/lib/client/use-names';
import type { JournalGroups, JournalRow } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import { leftOutOfFlows } from '@/lib/domain/journal/movement';
import type { SortKey } from '@/lib/domain/journal/query';
import { groupSearches } from './group-address';
import { filledRoom, groupTable, shareColumn, type GroupRow, type GroupTable } from './group-rows';
import { keyWords } from './key-words';
import type { ShownGrouping } from './grouping-parameters';
import { CopyAge } from './groups-answer';

interface GroupsTableProps {
  address: JournalAddress;
  grouping: ShownGrouping;
  connection: string;
  data: JournalGroups;
  isOld: boolean;
  isBusy: boolean;
}

/** Groups in pages with the total in view; rows and cells link to their lines. */
export function GroupsTable({ address, grouping, connection, data, isOld, isBusy }: GroupsTableProps) {
  const { query, period, search, group } = address;
  const { order } = grouping;
  const names = useEntityNames(connection);
  const currency = use(CompanyCurrency);
  const groups = useMemo(() => groupTable(data, order, names, currency), [data, order, names, currency]);
  const { keys, total } = groups;
  const { pageSize } = query;
  const pageIndex = Math.min(query.page, Math.max(1, Math.ceil(groups.rows.length / pageSize))) - 1;
  const page = useMemo(
    () => groups.rows.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize),
    [groups, pageIndex, pageSize],
  );
  const shown = useMemo(() => [...page, total], [page, total]);
  const searchOf = useMemo(() => groupSearches({ query, period, search }), [query, period, search]);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const [room, setRoom] = useState(0);
  const isNarrow = useNarrow();
  const columns = useMemo(() => {
    const all = drawnColumns(groups, shown, { searchOf, isNarrow });
    const filled = filledRoom(all, groups, { room, widths });
    return [...filled.columns, ...shareColumn(filled.left, total.added.count, shown)];
  }, [groups, shown, searchOf, isNarrow, widths, room, total]);
  const rows = useMemo(() => page.map(({ row }) => row), [page]);
  const footer = useMemo(() => [total.row], [total]);
  const sort = useMemo(() => (order === null ? [] : [order]), [order]);
  const table = useRowsTable({
    ...{ columns, rows, footer, widths, onWidths: setWidths, sort },
    levelOf: (at) => shown[at]?.level ?? null,
    pins: keys.map(({ name }) => name),
    rowId: (_, at) => String(at),
    page: { pageIndex, pageSize },
    rowCount: groups.rows.length,
    onSort: ([next]) => next && group({ order: mostFirst(next, order, groups) }),
  });
  const rowHead = useMemo(() => {
    const numbers = new Map(
      groups.rows.filter(({ level }) => level === null).map((row, at) => [row, at + 1]),
    );
    return (_: JournalRow, at: number) => {
      const row = shown[at] ?? total;
      const number = numbers.get(row);
      const what = row.level === 0 ? 'all lines' : keyWordsOf(row, groups).join(', ');
      return {
        text: number === undefined ? '›' : `${String(number)} ›`,
        href: searchOf(keys.slice(0, row.key.length), row.key),
        label: `${number === undefined ? '' : `${String(number)} `}Show the lines of ${what}`,
        title: 'Show the lines',
        fillsCell: true,
      };
    };
  }, [groups, shown, total, keys, searchOf]);
  return (
    <>
      {!data.complete && (
        <Banner tone="warning" title="Not all groups are listed" className="mx-4 mb-2">
          {leftOut(data)} The sums of all lines include them. Filter the lines to see them.
        </Banner>
      )}
      {leftOutOfFlows(data).map((words) => (
        <p key={words} className="px-4 pb-1 text-xs text-text-muted">
          {words}
        </p>
      ))}
      <p className="hidden px-4 pb-1 text-xs print:block">
        The groups of one page, and the total of all groups. Columns beyond the paper are left out: “Export…”
        on the page gives all groups and columns as a workbook.
      </p>
      <div className="min-h-0 flex-1">
        <RowsTable
          {...{ table, rowHead, isOld, isBusy }}
          label="Groups of item journal lines"
          rowHeadLabel="Open"
          pageKey={JSON.stringify([connection, data.by, data.sum, data.pivot, query, order, pageIndex])}
          onOpen={(at) => {
            const { key } = shown[at] ?? total;
            showSearch(searchOf(keys.slice(0, key.length), key));
          }}
          onTurn={(by) => {
            const next = pageIndex + 1 + by;
            if (next >= 1 && next <= Math.ceil(groups.rows.length / pageSize)) address.goTo(next);
          }}
          onFollow={(href) => showSearch(new URL(href).search)}
          onRoom={setRoom}
        />
      </div>
      <section
        aria-label="Status bar"
        data-bottom-bar=""
        className="flex min-h-11 flex-wrap items-center justify-between shrink-0 sm:short:sticky sm:short:bottom-0 sm:short:z-10 sm:short:bg-bg gap-x-4 gap-y-1 px-4 py-1.5"
      >
        <Pager
          {...{ pageSize, total: groups.rows.length, count: page.length, page: pageIndex + 1 }}
          words={shownInWords(data, groups, { page: pageIndex + 1, pageSize, count: page.length })}
          hrefOf={address.pageHref}
          onGo={address.goTo}
          sizes={{
            label: 'Rows on a page',
            of: pageSizes,
            onChoose: (size) => address.setPageSize(size, pageIndex * pageSize),
          }}
        />
        <Selection table={table} />
        <CopyAge {...data} />
      </section>
    </>
  );
}

function Selection({ table }: { table: RowsModel }) {
  return useSelectedRanges(table).length > 0 && <SelectedFigures table={table} />;
}

/** "24 groups of 3,000 lines", "Rows 101–200 of 260, 240 groups of 3,000 lines". */
function shownInWords(
  { groups, more, total }: JournalGroups,
  { rows }: GroupTable,
  page: { page: number; pageSize: number; count: number },
): string {
  const all = `${counted(groups.length + more.groups, 'group')} of ${counted(total.count, 'line')}`;
  if (rows.length <= page.pageSize) return all;
  return `Rows ${rangeInWords({ ...page, total: rows.length })}, ${all}`;
}

function leftOut({ more }: JournalGroups): string {
  const groups = more.groups > 0 ? [counted(more.groups, 'more group')] : [];
  const columns = more.across > 0 ? [counted(more.across, 'more value across', 'more values across')] : [];
  return `There ${more.groups + more.across === 1 ? 'is' : 'are'} ${[...groups, ...columns].join(' and ')}.`;
}

/** Px of a key on a phone, so that counts and the first sum stand beside it, and of bold digits of a total. */
const [widestKeyOnPhone, boldRoom] = [136, 8];
const narrowestOnPhone = 64;

function drawnColumns(
  { keys, pivot, columns }: GroupTable,
  shown: readonly GroupRow[],
  {
    searchOf,
    isNarrow,
  }: {
    searchOf: ReturnType<typeof groupSearches>;
    isNarrow: boolean;
  },
) {
  const first = { keys, pivot, columns };
  return columns.map(({ column, across, tintOf, wordsOf, hasLines, inWords }) => {
    const { field } = column;
    const isKey = keys.some(({ name }) => name === field.name);
    const widthOnPhone = (): number => {
      if (isKey) return widestKeyOnPhone;
      if (shown.some((row) => wordsOf?.(row) != null)) return field.width;
      const rows = shown.map(({ row }) => row);
      return Math.max(narrowestOnPhone, fittingWidth(column, rows) + boldRoom);
    };
    const width = isNarrow ? Math.min(field.width, widthOnPhone()) : field.width;
    const inRow =
      <T,>(of: (row: GroupRow) => T, other: T) =>
      (at: number): T => {
        const row = shown[at];
        return row === undefined ? other : of(row);
      };
    return {
      ...column,
      field: width === field.width ? field : { ...field, width },
      ...(wordsOf && { wordsAt: inRow(wordsOf, null) }),
      ...(tintOf && { tintAt: inRow(tintOf, 0) }),
      ...(pivot &&
        across !== undefined && {
          hrefAt: inRow(
            (row) =>
              hasLines?.(row) === true
                ? searchOf([...keys.slice(0, row.key.length), pivot], [...row.key, across])
                : null,
            null,
          ),
          labelAt: inRow(
            (row) =>
              `${[...keyWordsOf(row, first), keyWords(pivot, across)].join(', ')}: ${inWords?.(row) ?? ''}. Show the lines`,
            '',
          ),
        }),
    };
  });
}

function keyWordsOf({ key, row }: GroupRow, { keys }: Pick<GroupTable, 'keys'>): string[] {
  return keys.slice(0, key.length).map(({ name }) => String(row[name] ?? ''));
}

/** Counts and sums sort descending first. */
function mostFirst(next: SortKey, before: SortKey | null, { keys }: GroupTable): SortKey {
  const isKey = keys.some(({ name }) => name === next.field);
  return before?.field === next.field || isKey ? next : { ...next, descending: true };
}
