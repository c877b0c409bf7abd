import 'server-only';
import type {
  FileFilter,
  FileOrigin,
  ImportCell,
  ImportCounts,
  ImportPreview,
  SettledCell,
} from '@/lib/contract/access/access-file';
import type { ImportMode } from '@/lib/contract/access/file-kinds';
import { mostCells, mostListed } from '@/lib/contract/limits';
import {
  compared,
  importCellOf,
  maskOf,
  namesNothing,
  settledCellOf,
  unnamedCells,
} from '@/lib/domain/access/file/file-comparison';
import type { AccessFileReader } from '@/lib/domain/access/file/file-reader';
import { rowsLabel } from '@/lib/domain/access/filter/rows-words';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { noNames, type MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { counted } from '@/lib/domain/counted';
import type { TimeSlices } from './pacing';

interface ComparedFile {
  reader: AccessFileReader;
  matrix: AccessMatrix;
  names: MatrixNames;
  mode: ImportMode;
  filter: FileFilter;
  connection: string;
  slices: TimeSlices;
}

type Comparison = Pick<
  ImportPreview,
  'shape' | 'origin' | 'notices' | 'counts' | 'cells' | 'already' | 'problems'
>;

/** Compares the file, its base and the present values, in slices of time. */
export async function compareFile(file: ComparedFile): Promise<Comparison> {
  const { reader, matrix, names, mode, filter, connection, slices } = file;
  const { shape, origin } = reader.layout;
  const within = mode === 'equal' ? maskOf(matrix, filter, names) : null;
  // A record that matches the filter by its name only loses no access.
  const removable = mode === 'equal' ? maskOf(matrix, filter, noNames) : null;
  const isOfChosenRows = removable !== null && origin !== null && origin.rows !== null;
  if (isOfChosenRows)
    for (const record of removable.records.keys())
      if (!reader.entries.hasRecord(record)) removable.records[record] = 0;
  const counts: ImportCounts = {
    rows: reader.rows,
    give: 0,
    remove: 0,
    unnamed: 0,
    changed: 0,
    already: 0,
    merged: reader.merged,
    left: 0,
    withheld: 0,
    problems: reader.problems.count,
    leftOut: 0,
  };
  const leftOut = new Set(reader.leftOut);
  const cells: ImportCell[] = [];
  const already: SettledCell[] = [];
  const { entries } = reader;
  for (let position = 0; position < entries.size; position++) {
    const entry = entries.at(position);
    const result = compared(entry, matrix, within);
    if (result === 'left' || result === 'already') counts[result]++;
    else if (result === 'contradicted') leftOut.add(entry.row);
    else {
      counts[result]++;
      if (cells.length < mostCells) cells.push(importCellOf(entry, matrix, result));
    }
    if (result === 'already' && already.length < mostListed) already.push(settledCellOf(entry, matrix));
    if (slices.isOver()) await slices.rest();
  }
  counts.leftOut = leftOut.size;
  if (removable) {
    // An unreadable row may have meant any cell, and a list in doubt may lack rows.
    const kind = counts.problems > 0 || origin?.doubt != null ? 'withheld' : 'unnamed';
    for (const unnamed of unnamedCells(entries, matrix, removable)) {
      counts[kind] += unnamed.length;
      if (kind === 'unnamed') cells.push(...unnamed.slice(0, mostCells - cells.length));
      if (slices.isOver()) await slices.rest();
    }
  }
  const notices = [...reader.notices, ...noticesOf(counts, cells, origin, connection)];
  if (isOfChosenRows)
    notices.push(
      `The file was exported with the choice of rows “${rowsLabel(origin.rows)}”: records that it does not name stay as they are.`,
    );
  const originOfFile = origin && {
    connection: origin.connection,
    asOf: origin.asOf,
    filter: origin.filter,
    rows: origin.rows,
    doubt: origin.doubt,
  };
  return {
    shape,
    origin: originOfFile,
    notices,
    counts,
    cells,
    already,
    problems: [...reader.problems.listed],
  };
}

function noticesOf(
  counts: ImportCounts,
  cells: readonly ImportCell[],
  origin: FileOrigin | null,
  connection: string,
): string[] {
  const notices: string[] = [];
  const number = (count: number) => count.toLocaleString('en');
  const of = origin?.connection ?? connection;
  if (of !== connection)
    notices.push(
      `The file was exported from the connection “${of}” and is compared with “${connection}”. “Differ from Base” then only means that the two differed.`,
    );
  if (namesNothing(counts))
    notices.push(
      `The file names nothing within the filter, so everything there would lose access: ${counted(counts.unnamed, 'assignment')}. If that is not meant, choose another file or filter.`,
    );
  if (counts.withheld > 0)
    notices.push(
      `Nothing is removed for not being named, which would be ${counted(counts.withheld, 'assignment')}, because ${
        origin?.doubt == null
          ? 'rows of the file were not understood and may have meant them. Fix those rows first.'
          : `the list was in doubt when the file was exported: ${origin.doubt} Export it again.`
      }`,
    );
  const asked = counts.give + counts.remove + counts.unnamed + counts.changed;
  if (asked > cells.length)
    notices.push(
      `The file asks for ${number(asked)} changes. One change set takes ${number(mostCells)}: these are the first. Import the file again for the rest when they are done.`,
    );
  return notices;
}
