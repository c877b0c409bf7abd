'use client';

import { Download } from 'lucide-react';
import { headClasses, rowClasses } from '@/components/changes/table-classes';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { classNames } from '@/components/ui/class-names';
import { saveFile } from '@/lib/client/downloads';
import {
  mostListed,
  type ImportCell,
  type ImportKind,
  type ImportProblem,
  type SettledCell,
} from '@/lib/contract/access-file';
import { cellInWords, valueInWords } from '@/lib/domain/access/access-words';
import { byteOrderMark, csvRow } from '@/lib/domain/spreadsheet/csv';
import { ImportTable } from './import-table';
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

/** The assignments of one kind, each with a box to leave it out. */
export function ImportCells({ kind, cells, positions, overrides, onTick }: ImportCellsProps) {
  const isOn = (position: number) => {
    const cell = cells[position];
    return cell !== undefined && isTicked(cell, overrides);
  };
  return (
    <ImportTable
      label="Assignments"
      items={positions}
      textOf={(position) => {
        const cell = cells[position];
        return cell === undefined ? '' : `${cell.recordId}\n${cell.entityId}`;
      }}
      note={
        meanings[kind] !== null && <p className="max-w-prose text-sm text-text-muted">{meanings[kind]}</p>
      }
      actions={(found) => {
        const count = found.filter(isOn).length;
        return (
          <Checkbox
            isSelected={count === found.length && count > 0}
            isIndeterminate={count > 0 && count < found.length}
            isDisabled={found.length === 0}
            onChange={(isSelected) => onTick(found, isSelected)}
          >
            <span className="tabular">
              {found.length < positions.length ? 'All that were found' : 'All of them'}:{' '}
              {count.toLocaleString()} of {found.length.toLocaleString()} ticked
            </span>
          </Checkbox>
        );
      }}
      head={
        <>
          <th scope="col" className={headClasses}>
            Assignment
          </th>
          <th scope="col" className={classNames(headClasses, 'max-sm:hidden')}>
            What will happen
          </th>
          <th scope="col" className={classNames(headClasses, 'text-right!')}>
            Row
          </th>
        </>
      }
      row={(position) => {
        const cell = cells[position];
        if (cell === undefined) return null;
        return (
          <tr key={position} className={rowClasses}>
            <th scope="row" className="py-0.5! text-left font-normal">
              <Checkbox isSelected={isOn(position)} onChange={(isSelected) => onTick([position], isSelected)}>
                <span className="font-medium wrap-anywhere">{cellInWords(cell)}</span>
                <span className="block text-xs text-text-muted sm:hidden">{importStepInWords(cell)}</span>
              </Checkbox>
            </th>
            <td className="max-sm:hidden">{importStepInWords(cell)}</td>
            <td className="tabular text-right text-text-muted">{cell.row?.toLocaleString() ?? '–'}</td>
          </tr>
        );
      }}
    />
  );
}

/** The assignments that have the file's value already; only the first are listed. */
export function ImportSettled({ cells, count }: { cells: readonly SettledCell[]; count: number }) {
  return (
    <ImportTable
      label="No change needed"
      items={cells}
      textOf={({ recordId, entityId }) => `${recordId}\n${entityId}`}
      note={
        count > cells.length && (
          <p className="text-sm text-text-muted">
            The first {mostListed.toLocaleString()} of {count.toLocaleString()}.
          </p>
        )
      }
      head={
        <>
          <th scope="col" className={headClasses}>
            Assignment
          </th>
          <th scope="col" className={headClasses}>
            Now
          </th>
          <th scope="col" className={classNames(headClasses, 'text-right!')}>
            Row
          </th>
        </>
      }
      row={(cell) => (
        <tr key={`${String(cell.row)} ${cell.entityId}`} className={rowClasses}>
          <th scope="row" className="text-left font-medium wrap-anywhere">
            {cellInWords(cell)}
          </th>
          <td>{`${valueInWords(cell.accessible)} already`}</td>
          <td className="tabular text-right text-text-muted">{cell.row.toLocaleString()}</td>
        </tr>
      )}
    />
  );
}

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
          Nothing is changed for these rows. Fix them in the spreadsheet and choose it again, or apply the
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
