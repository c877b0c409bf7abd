'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { classNames } from '@/components/ui/class-names';
import type { ImportCell, ImportKind } from '@/lib/contract/access-file';
import { cellInWords } from '@/lib/domain/access/access-words';
import { importStepInWords } from '@/lib/domain/access/import-words';
import { ImportTable } from './import-table';
import { isTicked, type Turned } from './import-ticks';
import { headClasses, rowClasses } from './table-classes';

interface ImportCellsProps {
  kind: ImportKind;
  cells: readonly ImportCell[];
  /** Positions of the cells of this kind. */
  positions: readonly number[];
  turned: Turned;
  onTurn: (positions: readonly number[], isOn: boolean) => void;
}

const meanings: Record<ImportKind, string | null> = {
  give: null,
  remove: null,
  unnamed: 'They have access now and the file does not name them.',
  changed:
    'Somebody changed these in the service after the file was exported, and the file still has the older value. They are left as they are unless you tick them: then the older value is set again.',
};

/** The combinations of one kind, each with a box to leave it out. */
export function ImportCells({ kind, cells, positions, turned, onTurn }: ImportCellsProps) {
  const isOn = (position: number) => {
    const cell = cells[position];
    return cell !== undefined && isTicked(cell, turned);
  };
  return (
    <ImportTable
      label="Combinations"
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
            onChange={(isSelected) => onTurn(found, isSelected)}
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
            Combination
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
              <Checkbox isSelected={isOn(position)} onChange={(isSelected) => onTurn([position], isSelected)}>
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
