'use client';

import { useEffect, useReducer } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridPosition } from '@/components/grid/grid-model';
import { pressMs, usePointedAt } from '@/components/grid/use-pointed-at';
import { classNames } from '@/components/ui/class-names';
import type { CellMark } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { shareOfAll } from '@/lib/domain/access/column-counts';
import { knownValue, type AccessMatrix } from '@/lib/domain/access/matrix';
import { columnHead } from '@/lib/domain/access/filter/matrix-columns';
import { countsWithin } from '@/lib/domain/access/filter/row-state';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { named } from '@/lib/domain/access/names/named';
import { visibleId } from '@/lib/domain/visible-id';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { bandInWords, bandShareInWords, headInWords } from './access-layout';
import { foldedMarks } from './folded-marks';
import { lookOf, valueWordsOf, type AccessCell, type CellLook } from './access-cell';

interface CellReadoutProps {
  engine: GridEngine<AccessCell>;
  store: MatrixStore;
  matrix: AccessMatrix;
  names: MatrixNames;
  shown: VisibleMatrix;
  isComplete: boolean;
}

/** Words for the cell under the pointer or in focus: record, entity, value and mark. */
export function CellReadout({ engine, store, matrix, names, shown, isComplete }: CellReadoutProps) {
  useLaterVersions(store);
  const at = usePointedAt(engine);
  const record = at === null ? -1 : shown.rows.recordAt(at.row);
  const entity = at === null ? -1 : shown.columns.entityAt(at.column);
  const { record: recordName, entity: entityName, how, isLong, isNotMade } = partsOf();
  const cellName = recordName && entityName ? `${named(...recordName)} × ${named(...entityName)}` : '';
  return (
    <p
      id="cell-readout"
      title={cellName + how}
      // Laid out for itself: it changes with each cell that a pointer passes.
      className="tabular @container h-5 min-w-0 flex-1 basis-0 contain-strict max-md:hidden"
    >
      {/*
       * Where there is no room for all, names are cut, or left out: the codes say which cell it is. Only long words
       * about the cell are cut, which its switch says in full.
       */}
      <span className="flex justify-end whitespace-pre @max-[14rem]:hidden">
        {recordName && <CutName of={recordName} />}
        {entityName && <span className="shrink-0"> × </span>}
        {entityName && <CutName of={entityName} />}
        <span className={classNames(isLong ? 'min-w-0 truncate' : 'shrink-0', isNotMade && 'text-danger')}>
          {how}
        </span>
      </span>
    </p>
  );

  /** Words for the head of a column, a row or a band. */
  function headWords({ row, column }: GridPosition): string {
    const { columns, counts } = shown;
    if (row < 0)
      return headInWords(
        columnHead(matrix, names, columns, column),
        shareOfAll(counts, columns.entitiesOf(column)),
      );
    const head = shown.rows.at(row);
    if (head === undefined) return '';
    if (record >= 0)
      return `${matrix.recordType(record)} ${named(matrix.recordId(record), names.record(record))}`;
    return bandInWords(head.band.recordType, head.band.records.length);
  }

  /** Of the cell of a band or of a folded group its two ends, and the share that has access; null: it is none. */
  function shareParts({ row, column }: GridPosition): Parts | null {
    const line = row < 0 ? undefined : shown.rows.at(row);
    const group = shown.columns.groupAt(column);
    if (line === undefined || group === undefined) return null;
    const { recordType, counts } = line.band;
    const share =
      record < 0
        ? shareOfAll(counts, shown.columns.entitiesOf(column))
        : countsWithin(matrix, record, group.bits);
    return {
      record: record < 0 ? [recordType, ''] : [matrix.recordId(record), names.record(record)],
      entity: entity < 0 ? [group.name, ''] : [matrix.entityId(entity), names.entity(entity)],
      how: `: ${bandShareInWords(share)}${record < 0 ? '' : foldedMarks(store, record, group).words}`,
    };
  }

  /** Record and entity of a cell, each as ID and name, with its value and mark; of anything else words. */
  function partsOf(): Parts {
    if (at === null) return { how: '' };
    if (record < 0 || entity < 0) return shareParts(at) ?? { how: headWords(at) };
    const { recordId, entityId } = matrix.cell(record, entity);
    const { cells } = store;
    const look: CellLook = { value: 'none', mark: 'none' };
    const known = knownValue(cells.stateAt(record, entity), isComplete);
    const words = lookOf(look, known, cells.annotationAt(record, entity), cells.stagedAt(record, entity));
    const isNamed = !whyMarks.includes(look.mark); // a reason needs the room
    return {
      record: [recordId, isNamed ? names.record(record) : ''],
      entity: [entityId, isNamed ? names.entity(entity) : ''],
      how: standingOf(look, words),
      isLong: !shortMarks.includes(look.mark),
      isNotMade: tellsNotMade(look.mark),
    };
  }
}

/** The value and the mark of a cell. */
function standingOf(look: CellLook, words: string): string {
  if (look.mark === 'pending') return `. ${words}`; // it has no value yet
  if (tellsNotMade(look.mark)) return `: ${words}`; // the switch shows the value
  if (look.mark === 'just-proven' || look.mark === 'proven')
    return `: ${look.value === 'granted' ? 'given' : 'removed'}, read back`;
  const value = valueWordsOf(look, words);
  return shortMarks.includes(look.mark) ? `: ${value}` : `: ${value}. ${words}`;
}

const tellsNotMade = (mark: CellMark): boolean => mark === 'refused' || mark === 'conflict';

/** Marks whose words say why a change was not made, or is not known to be. */
const whyMarks: readonly CellMark[] = ['refused', 'conflict', 'unconfirmed'];

const shortMarks: readonly CellMark[] = ['none', 'staged', 'just-proven', 'proven'];

type IdAndName = readonly [id: string, name: string];

/** The parts of the read-out; without record and entity `how` says all. */
interface Parts {
  record?: IdAndName;
  entity?: IdAndName;
  how: string;
  isLong?: boolean;
  isNotMade?: boolean;
}

/** A name and its ID: the name is cut, to no less than a few letters, or left out; the ID only where it would take half the line. */
function CutName({ of: [id, name] }: { of: IdAndName }) {
  return (
    <>
      {name !== '' && <span className="min-w-10 shrink-100000 truncate @max-[19rem]:hidden">{name}</span>}
      <span className="max-w-[45cqw] shrink-0 overflow-hidden text-ellipsis whitespace-pre">
        {name !== '' && <span className="@max-[19rem]:hidden">{' · '}</span>}
        {visibleId(id)}
      </span>
    </>
  );
}

/** Renders again some time after the store has changed. */
function useLaterVersions(store: MatrixStore): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let timer = setTimeout(again, pressMs); // the store may have changed before this effect
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(again, pressMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
}
