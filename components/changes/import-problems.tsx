'use client';

import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { saveFile } from '@/lib/client/save-file';
import type { ImportProblem } from '@/lib/contract/access-file';
import { byteOrderMark, csvRow } from '@/lib/domain/spreadsheet/csv-text';
import { ImportTable } from './import-table';
import { headClasses, rowClasses } from './table-classes';

interface ImportProblemsProps {
  problems: readonly ImportProblem[];
  /** How many there are; only the first are listed. */
  count: number;
  fileName: string;
}

/** What is wrong with the file, row by row; also as a file to work through. */
export function ImportProblems({ problems, count, fileName }: ImportProblemsProps) {
  const save = () => {
    const rows = problems.map(({ row, message }) => csvRow([String(row), message]));
    const text = byteOrderMark + csvRow(['Row', 'Problem']) + rows.join('');
    saveFile(new Blob([text], { type: 'text/csv' }), `problems-${fileName.replace(/\.\w+$/, '')}.csv`);
  };
  return (
    <ImportTable
      label="Problems"
      items={problems}
      textOf={({ row, message }) => `${String(row)}\n${message}`}
      actions={() => (
        <Button size="sm" onPress={save}>
          <Download aria-hidden="true" className="size-4" />
          Save as CSV
        </Button>
      )}
      note={
        <p className="max-w-prose text-sm text-text-muted">
          Nothing is changed for these rows. Mend them in the spreadsheet and choose it again, or apply the
          rest.
          {count > problems.length &&
            ` These are the first ${problems.length.toLocaleString()} of ${count.toLocaleString()}.`}
        </p>
      }
      head={
        <>
          <th scope="col" className={classNames(headClasses, 'w-0 text-right!')}>
            Row
          </th>
          <th scope="col" className={headClasses}>
            Problem
          </th>
        </>
      }
      row={({ row, message }, index) => (
        <tr key={index} className={rowClasses}>
          <th scope="row" className="tabular text-right font-normal text-text-muted">
            {row.toLocaleString()}
          </th>
          <td className="wrap-anywhere">{message}</td>
        </tr>
      )}
    />
  );
}
