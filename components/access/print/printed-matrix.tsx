import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { shareBelow, shareOfAll } from '@/lib/domain/access/column-counts';
import type { MatrixRow, MatrixRows } from '@/lib/domain/access/filter/bands';
import type { AccessMatrix, CellState } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import { named } from '@/lib/domain/access/named';
import { shareCounts, sharePercent } from '@/lib/domain/access/share-words';
import { counted } from '@/lib/domain/counted';

interface PrintedMatrixProps {
  matrix: AccessMatrix;
  store: MatrixStore;
  names: MatrixNames;
  rows: MatrixRows;
  /** How many of the rows, from the first. */
  count: number;
  /** The columns that fit across a page. */
  entities: Uint32Array;
  /** Which part of the columns it is; null where it is all. */
  part: string | null;
}

const marks: Record<CellState, string> = { granted: '●', denied: '–', none: '' };
const markWords: Record<CellState, string> = {
  granted: 'has access',
  denied: 'no access',
  none: 'not set up',
};

/** A table of rows by entities, whose head the browser repeats on each page. */
export function PrintedMatrix({ matrix, store, names, rows, count, entities, part }: PrintedMatrixProps) {
  const columns = [...entities];
  return (
    <table>
      {part !== null && <caption>{part}</caption>}
      <thead>
        <tr>
          <th scope="col">Record</th>
          <th scope="col">Entities</th>
          {columns.map((entity) => (
            <th key={entity} scope="col">
              {names.entity(entity) !== '' && <span>{names.entity(entity)}</span>}
              {matrix.entityId(entity)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, row) => {
          const at = rows.at(row);
          if (at === undefined) return null;
          return at.record < 0 ? (
            <BandRow key={row} row={at} columns={columns} />
          ) : (
            <RecordRow key={row} {...{ matrix, store, names, columns }} record={at.record} />
          );
        })}
      </tbody>
    </table>
  );
}

function BandRow({ row: { band }, columns }: { row: MatrixRow; columns: readonly number[] }) {
  return (
    <tr data-band="">
      <th scope="row">
        {band.recordType}, {counted(band.records.length, 'record')}
      </th>
      <td>{sharePercent(shareOfAll(band.counts, columns))}</td>
      {columns.map((entity) => (
        <td key={entity}>{sharePercent(shareBelow(band.counts, entity))}</td>
      ))}
    </tr>
  );
}

type RecordRowProps = Pick<PrintedMatrixProps, 'matrix' | 'store' | 'names'> & {
  record: number;
  columns: readonly number[];
};

function RecordRow({ matrix, store, names, record, columns }: RecordRowProps) {
  return (
    <tr>
      <th scope="row">{named(matrix.recordId(record), names.record(record))}</th>
      <td>{shareCounts(matrix.countsOfRecord(record))}</td>
      {columns.map((entity) => {
        const state = store.cells.stateAt(record, entity);
        return (
          <td key={entity} aria-label={markWords[state]}>
            {marks[state]}
          </td>
        );
      })}
    </tr>
  );
}
