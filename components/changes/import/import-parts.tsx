'use client';

import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import type { Column } from '@/components/ui/data-table';
import { SearchedTable } from '@/components/ui/searched-table';
import { saveFile } from '@/lib/client/downloads';
import type { ImportCell, ImportProblem, SettledCell } from '@/lib/contract/access/access-file';
import type { ImportKind } from '@/lib/contract/access/file-kinds';
import { mostListed } from '@/lib/contract/limits';
import type { Cell } from '@/lib/contract/access/access';
import { cellInWords, valueInWords } from '@/lib/domain/access/access-words';
import { inDigits } from '@/lib/domain/reader-formats';
import { byteOrderMark, csvRow } from '@/lib/domain/spreadsheet/csv';
import { isTicked, type TickOverrides } from './import-ticks';
import { importStepInWords } from './import-words';

interface ImportCellsProps {
  kind: ImportKind;
  cells: readonly ImportCell[];
  /** Positions of the cells of this kind. */
  positions: readonly number[];
  overrides: TickOverrides;
  onTick: (positions: readonly number[], isOn: boolean) => void;
}

const meanings: Record<ImportKind, string | null> = {
  give: null,
  remove: null,
  unnamed: 'They have access now and the file does not name them.',
  changed:
    'Somebody changed these in the service after the file was exported, and the file still has the older value. They are left as they are unless you tick them: then the older value is set again.',
};

const placeholder = 'Record ID or entity';

/** The assignments of one kind, each with a box to leave it out. */
export function ImportCells({ kind, cells, positions, overrides, onTick }: ImportCellsProps) {
  const items = useMemo(
    () =>
      positions.flatMap((position) => {
        const cell = cells[position];
        return cell === undefined ? [] : [{ ...cell, position }];
      }),
    [cells, positions],
  );
  return (
    <SearchedTable
      label="Assignments"
      items={items}
      columns={cellColumns}
      keyOf={({ position }) => position}
      textOf={textOf}
      ticks={{
        isOn: (cell) => isTicked(cell, overrides),
        onTick: (some, isOn) =>
          onTick(
            some.map(({ position }) => position),
            isOn,
          ),
      }}
      placeholder={placeholder}
      note={
        meanings[kind] !== null && <p className="max-w-prose text-sm text-text-muted">{meanings[kind]}</p>
      }
    />
  );
}

const textOf = ({ recordId, entityId }: Cell) => `${recordId}\n${entityId}`;

const row = { name: 'Row', className: 'tabular text-right!' };

const cellColumns: Column<ImportCell>[] = [
  {
    name: 'Assignment',
    cell: (cell) => (
      <>
        <span className="font-medium wrap-anywhere">{cellInWords(cell)}</span>
        <span className="block text-xs text-text-muted sm:hidden">{importStepInWords(cell)}</span>
      </>
    ),
  },
  { name: 'What will happen', className: 'max-sm:hidden', cell: importStepInWords },
  {
    ...row,
    cellClassName: 'text-text-muted',
    cell: (cell) => (cell.row === null ? '–' : inDigits(cell.row)),
  },
];

const settledColumns: Column<SettledCell>[] = [
  { name: 'Assignment', cellClassName: 'font-medium! wrap-anywhere', cell: cellInWords },
  { name: 'Now', cell: ({ accessible }) => `${valueInWords(accessible)} already` },
  { ...row, cellClassName: 'text-text-muted', cell: (cell) => inDigits(cell.row) },
];

const problemColumns: Column<ImportProblem>[] = [
  {
    name: 'Row',
    className: 'tabular w-0 text-right!',
    cellClassName: 'text-text-muted',
    cell: (one) => inDigits(one.row),
  },
  { name: 'Problem', cellClassName: 'wrap-anywhere', cell: ({ message }) => message },
];

/** The assignments that have the file's value already; only the first are listed. */
export function ImportSettled({ cells, count }: { cells: readonly SettledCell[]; count: number }) {
  return (
    <SearchedTable
      label="No change needed"
      items={cells}
      columns={settledColumns}
      textOf={textOf}
      placeholder={placeholder}
      note={
        count > cells.length && (
          <p className="text-sm text-text-muted">
            The first {inDigits(mostListed)} of {inDigits(count)}.
          </p>
        )
      }
    />
  );
}

interface ImportProblemsProps {
  problems: readonly ImportProblem[];
  /** How many there are; only the first are listed. */
  count: number;
  /** Whether other rows of the file would change something. */
  hasOthers: boolean;
  fileName: string;
}

/** What is wrong with the file, row by row; also as a file to work through. */
export function ImportProblems({ problems, count, hasOthers, fileName }: ImportProblemsProps) {
  const save = () => {
    const rows = problems.map(({ row, message }) => csvRow([String(row), message]));
    const text = byteOrderMark + csvRow(['Row', 'Problem']) + rows.join('');
    saveFile(new Blob([text], { type: 'text/csv' }), `problems-${fileName.replace(/\.\w+$/, '')}.csv`);
  };
  return (
    <SearchedTable
      label="Problems"
      items={problems}
      columns={problemColumns}
      placeholder={placeholder}
      textOf={({ row, message }) => `${String(row)}\n${message}`}
      action={
        <Button size="sm" onPress={save}>
          <Download aria-hidden="true" className="size-4" />
          Save as CSV
        </Button>
      }
      note={
        <p className="max-w-prose text-sm text-text-muted">
          Nothing is changed for these rows. Fix them in the spreadsheet and choose it again
          {hasOthers && ', or apply the rest'}.
          {count > problems.length &&
            ` These are the first ${inDigits(problems.length)} of ${inDigits(count)}.`}
        </p>
      }
    />
  );
}
