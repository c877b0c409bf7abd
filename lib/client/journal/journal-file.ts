import type { CsvSeparator, FileFormat } from '@/lib/contract/access/file-kinds';
import { ordersGroups } from '@/lib/domain/journal/group-table';
import { conditionsOnly } from '@/lib/domain/journal/grouping';
import { defaultJournalQuery, type JournalQuery, type SortKey } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { callApiForNamedFile, countingBytes, type NamedFile } from '../downloads';
import { apiPaths, withQuery } from '../paths';
import { groupingNames, type GroupingNames } from './journal';

interface FileRequest {
  /** Without columns: all. */
  query: JournalQuery;
  /** Null: lines one by one. */
  groups: FileGroups | null;
  format: FileFormat;
  /** Workbooks of lines: a sheet for each entity. */
  isByEntity?: boolean;
  separator: CsvSeparator;
  signal: AbortSignal;
  /** Gets the number of bytes so far. */
  onBytes: (bytes: number) => void;
}

export interface FileGroups extends GroupingNames {
  order: SortKey | null;
}

/** @throws ApiError, also for a broken file. */
export function exportLines(
  connection: string,
  { query, groups, format, isByEntity = false, separator, signal, onBytes }: FileRequest,
): Promise<NamedFile> {
  const { page, pageSize } = defaultJournalQuery;
  const asked =
    groups === null
      ? encodeJournalQuery({ ...query, page, pageSize })
      : { ...encodeJournalQuery(conditionsOnly(query)), ...groupParameters(groups) };
  const path = withQuery(apiPaths.journalExport, {
    ...asked,
    format,
    ...(format === 'csv' && { separator }),
    ...(isByEntity && { sheets: 'BssiEntityID' }),
    connection,
  });
  return callApiForNamedFile(path, `journal.${format}`, { signal, through: countingBytes(onBytes) });
}

function groupParameters({ by, sum, pivot, order }: FileGroups) {
  const isColumn = order !== null && ordersGroups(order, { by: by.map((name) => ({ name })), sum, pivot });
  return {
    ...groupingNames({ by, sum, pivot }),
    order: isColumn ? `${order.descending ? '-' : ''}${order.field}` : undefined,
  };
}
