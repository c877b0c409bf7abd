'use client';

import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { Column } from '@/components/ui/tables/data-table';
import { SearchedTable } from '@/components/ui/tables/searched-table';
import { saveFile } from '@/lib/client/downloads';
import type { ImportCounts, ImportProblem, SettledCell } from '@/lib/contract/access/access-file';
import { mostListed } from '@/lib/contract/limits';
import type { Cell } from '@/lib/contract/access/access';
import { cellInWords, valueInWords } from '@/lib/domain/access/access-words';
import { plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { byteOrderMark, csvRow } from '@/lib/domain/spreadsheet/csv';
import { problemsInWords } from './import-words';

const placeholder = 'Record ID or entity';

const textOf = ({ recordId, entityId }: Cell) => `${recordId}\n${entityId}`;

const row = { name: 'Row', className: 'tabular text-right!' };

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
  /** Counts of all problems and of the rows that they leave out. */
  counts: Pick<ImportCounts, 'problems' | 'leftOut'>;
  /** In doubt, the service may leave out records or entities that exist. */
  isInDoubt: boolean;
  hasOthers: boolean;
  fileName: string;
}

export function ImportProblems({ problems, counts, isInDoubt, hasOthers, fileName }: ImportProblemsProps) {
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
        <Button onPress={save}>
          <Download aria-hidden="true" className="size-4" />
          Save as CSV
        </Button>
      }
      note={
        <p className="max-w-prose text-sm text-text-muted">
          {problemsInWords(counts)}.{' '}
          {isInDoubt
            ? 'What the service does not list now is no fault of the file. Fix the rest'
            : `Fix ${plural(counts.problems, 'it', 'them')}`}{' '}
          in the spreadsheet and choose the file again
          {hasOthers && ', or apply the rest'}.
          {counts.problems > problems.length &&
            ` These are the first ${inDigits(problems.length)} of ${inDigits(counts.problems)}.`}
        </p>
      }
    />
  );
}
