import type { CsvSeparator, FileFormat } from '@/lib/contract/access/file-kinds';
import { ordersGroups } from '@/lib/domain/journal/group-table';
import { conditionsOnly } from '@/lib/domain/journal/grouping';
import { defaultJournalQuery, type JournalQuery, type SortKey } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { callApiForNamedFile, countingBytes, type NamedFile } from '../downloads';
import { apiPaths, withQuery } from '../paths';
import { groupingNames, type GroupingNames } from './journal';

interface FileRequest {
  /** Filter and order; its page does not matter, and its columns are those of the file: none for all. */
  query: JournalQuery;
  /** The lines put together, in place of one by one; their order is that of the groups. */
  groups: FileGroups | null;
  format: FileFormat;
  /** One sheet an entity, in a workbook of lines. */
  isByEntity?: boolean;
  /** Of a CSV. */
  separator: CsvSeparator;
  signal: AbortSignal;
  /** Told how many bytes have come. */
  onBytes: (bytes: number) => void;
}

/** How the lines of a file are put together, and by which column the groups are sorted. */
export interface FileGroups extends GroupingNames {
  order: SortKey | null;
}

/** All lines that match as a file, with its name and its rows. @throws ApiError, also where the file breaks off. */
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
