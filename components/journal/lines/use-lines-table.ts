'use client';

import { use, useMemo } from 'react';
import { CompanyCurrency } from '@/lib/client/connection';
import { lineKeyOf } from '@/lib/client/journal/journal';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { type EntityNames, afterName } from '@/lib/domain/access/names/named';
import { writeLine } from '@/lib/domain/journal/batch-name';
import { journalFields } from '@/lib/domain/journal/fields';
import { checksColumn, hasChecksColumn, rowsWithChecks } from '../checks/checks-column';
import type { JournalAddress } from '../journal-address';
import { useRowsTable, type RowsModel, type TableColumn } from '../table/table-model';
import { inCurrency } from '../value-format';

/** The table model of a page of lines. @param hidden columns left out because they are empty. */
export function useLinesTable(
  address: JournalAddress,
  page: JournalPage | null,
  hidden: readonly string[],
  names: EntityNames,
): RowsModel {
  const { query } = address;
  const currency = use(CompanyCurrency);
  const columns = useMemo<TableColumn[]>(
    () => [
      checksColumn,
      ...journalFields.map((field) => withEntityNames({ field: inCurrency(field, currency) }, names)),
    ],
    [currency, names],
  );
  const isWithChecks = hasChecksColumn(query.check);
  const [shown, pins] = useMemo(() => {
    const first = isWithChecks ? [checksColumn.field.name] : [];
    return [
      [...first, ...query.columns],
      [...first, ...address.pins],
    ];
  }, [isWithChecks, query.columns, address.pins]);
  const rows = useMemo(() => (page === null ? [] : rowsWithChecks(page)), [page]);
  const { page: number, pageSize } = page ?? query;
  const pagination = useMemo(() => ({ pageIndex: number - 1, pageSize }), [number, pageSize]);
  return useRowsTable({
    ...{ columns, shown, hidden, pins, rows },
    widths: address.widths,
    sort: query.sort,
    page: pagination,
    rowCount: page?.total ?? 0,
    rowId: (row) => writeLine(lineKeyOf(row)),
    onShown: (names) => address.setColumns(ofFields(names)),
    onWidths: address.setWidths,
    onPins: (names) => address.setPins(ofFields(names)),
    onSort: (sort) => address.narrow({ sort }),
  });
}

/** Without the column of checks, whose place is fixed. */
function ofFields(names: readonly string[]): string[] {
  return names.filter((name) => name !== checksColumn.field.name);
}

/** Px. */
const namedWidth = 176;

/** Shows entity names beside codes; a narrow column cuts the name. */
export function withEntityNames(column: TableColumn, names: EntityNames): TableColumn {
  if (column.field.name !== 'BssiEntityID' || names.size === 0) return column;
  return {
    ...column,
    field: { ...column.field, width: namedWidth },
    partsOf: (code) => {
      const name = names.get(code);
      return name === undefined ? [code, ''] : [name, ` ${afterName(code)}`];
    },
  };
}
