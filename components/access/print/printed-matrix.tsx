import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { shareBelow, shareOfAll, type Share } from '@/lib/domain/access/column-counts';
import type { ProvenState } from '@/lib/domain/access/details-facts';
import type { MatrixRow, MatrixRows } from '@/lib/domain/access/filter/bands';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { columnHead, MatrixColumns } from '@/lib/domain/access/filter/matrix-columns';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { named } from '@/lib/domain/access/names/named';
import { visibleId } from '@/lib/domain/visible-id';
import { shareCounts, sharePercent } from '@/lib/domain/access/share-words';
import { counted } from '@/lib/domain/counted';

interface PrintedMatrixProps {
  matrix: AccessMatrix;
  store: MatrixStore;
  names: MatrixNames;
  rows: MatrixRows;
  /** How many rows are printed. */
  count: number;
  /** All entities shown: a row's share counts them all. */
  entities: Uint32Array;
  /** The entities of this table: `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
  /** Caption of this part; null: all entities fit. */
  part: string | null;
}

const marks: Record<ProvenState, string> = { granted: '●', denied: '–', none: '', unconfirmed: '?' };
const markWords: Record<ProvenState, string> = {
  granted: 'has access',
  denied: 'no access',
  none: 'not set up',
  unconfirmed: 'unconfirmed',
};

export const printedLegend = '● has access, – has none, ? is unconfirmed, blank is not set up.';

/** A table of rows and entities; the browser repeats its head on each page. */
export function PrintedMatrix(props: PrintedMatrixProps) {
  const { matrix, store, names, rows, count, entities, from, to, part } = props;
  const printed = entities.subarray(from, to);
  const columns = [...printed];
  const unfolded = new MatrixColumns(matrix, printed, names.group);
  const heads = columns.map((_, at) => columnHead(matrix, names, unfolded, at));
  return (
    <table translate="no">
      {part !== null && <caption>{part}</caption>}
      <thead>
        {names.hasGroups && (
          <tr data-groups="">
            <td colSpan={2} />
            {heads.map(
              ({ entityId, group, groupSpan }) =>
                groupSpan > 0 && (
                  <th key={entityId} scope="colgroup" colSpan={groupSpan}>
                    {group}
                  </th>
                ),
            )}
          </tr>
        )}
        <tr>
          <th scope="col">Record</th>
          <th scope="col">Entities</th>
          {heads.map(({ entityId, name }) => (
            <th key={entityId} scope="col">
              {name !== '' && <span>{name}</span>}
              {visibleId(entityId)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, row) => {
          const at = rows.at(row);
          if (at === undefined) return null;
          return at.record < 0 ? (
            <BandRow key={row} row={at} {...{ entities, columns }} />
          ) : (
            <RecordRow key={row} {...{ matrix, store, names, entities, columns }} record={at.record} />
          );
        })}
      </tbody>
    </table>
  );
}

interface ColumnsProps {
  entities: Uint32Array;
  columns: readonly number[];
}

function BandRow({ row: { band }, entities, columns }: ColumnsProps & { row: MatrixRow }) {
  return (
    <tr data-band="">
      <th scope="row">
        {band.recordType}, {counted(band.records.length, 'record')}
      </th>
      <td>{sharePercent(shareOfAll(band.counts, entities))}</td>
      {columns.map((entity) => (
        <td key={entity}>{sharePercent(shareBelow(band.counts, entity))}</td>
      ))}
    </tr>
  );
}

type RecordRowProps = Pick<PrintedMatrixProps, 'matrix' | 'store' | 'names'> &
  ColumnsProps & { record: number };

function RecordRow({ matrix, store, names, record, entities, columns }: RecordRowProps) {
  return (
    <tr>
      <th scope="row">{named(matrix.recordId(record), names.record(record))}</th>
      <td>{shareCounts(shareOfRecord(matrix, record, entities))}</td>
      {columns.map((entity) => {
        const state = store.cells.provenAt(record, entity);
        return (
          <td key={entity} aria-label={markWords[state]}>
            {marks[state]}
          </td>
        );
      })}
    </tr>
  );
}

function shareOfRecord(matrix: AccessMatrix, record: number, entities: Uint32Array): Share {
  const share = { granted: 0, existing: 0 };
  for (const entity of entities) {
    const state = matrix.state(record, entity);
    if (state !== 'none') share.existing++;
    if (state === 'granted') share.granted++;
  }
  return share;
}
