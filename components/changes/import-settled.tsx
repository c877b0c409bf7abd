import { mostListed, type SettledCell } from '@/lib/contract/access-file';
import { cellInWords } from '@/lib/domain/access/access-words';
import { settledInWords } from '@/lib/domain/access/import-words';
import { classNames } from '@/components/ui/class-names';
import { ImportTable } from './import-table';
import { headClasses, rowClasses } from './table-classes';

/** The combinations that have the file's value already; only the first are listed. */
export function ImportSettled({ cells, count }: { cells: readonly SettledCell[]; count: number }) {
  return (
    <ImportTable
      label="Already so"
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
            Combination
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
          <td>{settledInWords(cell)}</td>
          <td className="tabular text-right text-text-muted">{cell.row.toLocaleString()}</td>
        </tr>
      )}
    />
  );
}
