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

/** All lines that match as a file, and the name the console gave it. @throws ApiError. */
export function exportLines(
  connection: string,
  { query, groups, format, separator, signal, onBytes }: FileRequest,
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

/** How far a file came. */
export interface FileOutcome {
  /** Lines or groups that it has. */
  rows: number;
  /** How many it should have. */
  of: number;
  /** Why it has no more; null: it has all. */
  stoppedBy: string | null;
}

/**
 * How far a file of lines or groups came; null where that is not known. A CSV that had to stop breaks off, so one that
 * came has all of its rows; a workbook says it in its sheet "About".
 */
export async function outcomeOf({ file, rows }: NamedFile, format: FileFormat): Promise<FileOutcome | null> {
  if (format === 'csv') return rows === null ? null : { rows, of: rows, stoppedBy: null };
  const said = await aboutSheet(file);
  const whole = /^complete, (\d+) (lines|groups)/.exec(said ?? '');
  if (whole) return { rows: Number(whole[1]), of: Number(whole[1]), stoppedBy: null };
  const part = /^stopped at (?:line|group) (\d+) of (\d+): (.+)/.exec(said ?? '');
  return part ? { rows: Number(part[1]), of: Number(part[2]), stoppedBy: part[3] ?? '' } : null;
}

/** A record of a ZIP archive's directory, by its signature: offsets of what is read in it. */
const directoryEnd = { signature: 0x06054b50, bytes: 22, start: 16 };
const entry = { signature: 0x02014b50, bytes: 46, packed: 20, name: 28, extra: 30, comment: 32, place: 42 };
const head = { bytes: 30, name: 26, extra: 28 };

/** The last file of a workbook is its last sheet, which says how the export ended. */
async function aboutSheet(file: Blob): Promise<string | undefined> {
  const end = await bytesOf(file, file.size - directoryEnd.bytes, directoryEnd.bytes);
  if (end.byteLength < directoryEnd.bytes || end.getUint32(0, true) !== directoryEnd.signature)
    return undefined;
  const start = end.getUint32(directoryEnd.start, true);
  const directory = await bytesOf(file, start, file.size - start);
  let last: number | null = null;
  for (
    let at = 0;
    at + entry.bytes <= directory.byteLength && directory.getUint32(at, true) === entry.signature;
  ) {
    last = at;
    const rest = [entry.name, entry.extra, entry.comment].map((part) => directory.getUint16(at + part, true));
    at += rest.reduce((sum, length) => sum + length, entry.bytes);
  }
  if (last === null) return undefined;
  const place = directory.getUint32(last + entry.place, true);
  const own = await bytesOf(file, place, head.bytes);
  const from = place + head.bytes + own.getUint16(head.name, true) + own.getUint16(head.extra, true);
  const packed = file.slice(from, from + directory.getUint32(last + entry.packed, true)).stream();
  const text = await new Response(packed.pipeThrough(new DecompressionStream('deflate-raw'))).text();
  return />(?:Lines|Groups)<\/t><\/is><\/c><c[^>]*><is><t[^>]*>([^<]*)</.exec(text)?.[1];
}

async function bytesOf(file: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(Math.max(0, from), from + length).arrayBuffer());
}
