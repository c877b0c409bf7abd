'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridPosition } from '@/components/grid/grid-model';
import { pressMs, usePointedAt } from '@/components/grid/use-pointed-at';
import { classNames } from '@/components/ui/class-names';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { historyQuery } from '@/lib/client/changes/change-details';
import { askedWhile } from '@/lib/client/api';
import type { CellMark } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { stateOf } from '@/lib/client/matrix/optimistic-edits';
import type { Cell } from '@/lib/contract/access/access';
import type { HistoryEntry } from '@/lib/contract/changes/changes';
import { cellKey } from '@/lib/domain/access/cell-key';
import { shareBelow } from '@/lib/domain/access/column-counts';
import { knownValue, type AccessMatrix, type CellState } from '@/lib/domain/access/matrix';
import { entityHead, type MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { named } from '@/lib/domain/access/names/named';
import { visibleId } from '@/lib/domain/visible-id';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { clockTime } from '@/lib/domain/reader-formats';
import { readout } from '@/components/access/announcement-box';
import { bandInWords, bandShareInWords, headInWords } from './access-layout';
import { lookOf, valueWordsOf, type AccessCell, type CellLook } from './access-cell';

interface CellReadoutProps {
  connection: string;
  engine: GridEngine<AccessCell>;
  store: MatrixStore;
  matrix: AccessMatrix;
  names: MatrixNames;
  shown: VisibleMatrix;
  isComplete: boolean;
}

/** Milliseconds that a pointer or the focus rests on a cell before its history is asked for. */
const restMs = 300;

/** In words what the cell is that is pointed at or in focus: record, entity, value, and who changed it last and when. */
export function CellReadout(props: CellReadoutProps) {
  const { connection, engine, store, matrix, names, shown, isComplete } = props;
  useLaterVersions(store);
  const timeZone = useTimeZone();
  const at = usePointedAt(engine);
  const key = at === null ? '' : `${String(at.row)} ${String(at.column)}`;
  const rested = useRested(key);
  const record = at === null ? -1 : shown.rows.recordAt(at.row);
  const entity = at === null ? -1 : (shown.entities[at.column] ?? -1);
  const cell = record < 0 || entity < 0 ? null : matrix.cell(record, entity);
  const isRested = cell !== null && rested === key;
  const { data } = useQuery({
    ...historyQuery(connection, cell ?? noCell),
    enabled: askedWhile(isRested),
  });
  const { record: recordName, entity: entityName, how, since = '', isNotMade } = partsOf();
  const standing = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    readout.tells = (other, words) => {
      const line = standing.current;
      const isWhole = line !== null && line.offsetWidth > 0 && line.scrollWidth <= line.offsetWidth;
      return isWhole && how.includes(words) && cell !== null && cellKey(cell) === cellKey(other);
    };
    return () => void (readout.tells = () => false);
  });
  const cellName = recordName && entityName ? `${named(...recordName)} × ${named(...entityName)}` : '';
  return (
    <p
      id="cell-readout"
      title={cellName + how + since}
      // Laid out for itself: it changes with each cell that a pointer passes.
      className="tabular @container h-5 min-w-0 flex-1 basis-0 contain-strict max-md:hidden"
    >
      {/*
       * Where there is no room for all, how it came about is left out first, as what wraps is not seen; then names are
       * cut, or left out: the codes say which cell it is. A rest says nothing.
       */}
      <span className="flex flex-wrap justify-end whitespace-pre @max-[14rem]:hidden">
        <span className="flex max-w-full min-w-0">
          {recordName && <CutName of={recordName} />}
          {entityName && <span className="shrink-0"> × </span>}
          {entityName && <CutName of={entityName} />}
          <span
            ref={standing}
            className={classNames(
              'min-w-0 shrink-10 truncate',
              isNotMade ? 'text-danger' : '@xl:max-w-[65cqw]', // a reason is to be read whole
            )}
          >
            {how}
          </span>
        </span>
        {since !== '' && <span>{since}</span>}
      </span>
    </p>
  );

  /** Of the head of a column, a row or a band. */
  function headWords({ row, column }: GridPosition): string {
    if (row < 0)
      return headInWords(entityHead(matrix, names, shown.entities, column), shareBelow(shown.counts, entity));
    const head = shown.rows.at(row);
    if (head === undefined) return '';
    if (record >= 0)
      return `${matrix.recordType(record)} ${named(matrix.recordId(record), names.record(record))}`;
    return bandInWords(head.band.recordType, head.band.records.length);
  }

  /** Of a band's cell its type and its entity, and how many of its records the entity may use; null: it is none. */
  function bandParts({ row, column }: GridPosition): Parts | null {
    const head = row < 0 || column < 0 ? undefined : shown.rows.at(row);
    if (head === undefined) return null;
    const { recordType, counts } = head.band;
    const how = `: ${bandShareInWords(shareBelow(counts, entity))}`;
    return { record: [recordType, ''], entity: [matrix.entityId(entity), names.entity(entity)], how };
  }

  /** Of a cell its record and its entity, each as ID and name, and how it stands; of anything else words. */
  function partsOf(): Parts {
    if (at === null) return { how: '' };
    if (cell === null) return bandParts(at) ?? { how: headWords(at) };
    const { cells } = store;
    const state = cells.stateAt(record, entity);
    const look: CellLook = { value: 'none', mark: 'none' };
    const known = knownValue(state, isComplete);
    const words = lookOf(look, known, cells.annotationAt(record, entity), cells.stagedAt(record, entity));
    const isNamed = !whyMarks.includes(look.mark); // a reason is longer, and nowhere else in full
    return {
      record: [cell.recordId, isNamed ? names.record(record) : ''],
      entity: [cell.entityId, isNamed ? names.entity(entity) : ''],
      isNotMade: tellsNotMade(look.mark),
      // What is under way has no value yet.
      ...(look.mark === 'pending' ? { how: `. ${words}` } : standingOf(look, words, state)),
    };
  }

  /** Its value and how it came about, as far as that is known. */
  function standingOf(look: CellLook, words: string, state: CellState): Pick<Parts, 'how' | 'since'> {
    const value = valueWordsOf(look, words);
    if (look.mark === 'staged') return { how: `: ${value}` };
    if (tellsNotMade(look.mark)) return { how: `: ${words}` }; // the switch shows the value
    const isProven = look.mark === 'just-proven' || look.mark === 'proven';
    if (!isProven && look.mark !== 'none' && look.mark !== 'outside') return { how: `: ${value}. ${words}` };
    const history = isRested ? data : undefined;
    const last = history?.value.find(({ by, state: outcome }) => by === 'outside' || outcome === 'applied');
    if (last && timeZone && stateOf(last.after) === state) return lastInWords(value, last, timeZone);
    if (isProven) return { how: `: ${value}. ${words}` }; // the history was read before
    const isNeverChanged = history?.next === null && last === undefined;
    return { how: `: ${value}`, since: isNeverChanged ? ', never changed with this console' : '' };
  }
}

const tellsNotMade = (mark: CellMark): boolean => mark === 'refused' || mark === 'conflict';

/** Marks whose words say why a change was not made, or is not known to be. */
const whyMarks: readonly CellMark[] = ['refused', 'conflict', 'unconfirmed'];

type IdAndName = readonly [id: string, name: string];

/** What is pointed at or in focus, and how it stands; without record and entity `how` says all. */
interface Parts {
  record?: IdAndName;
  entity?: IdAndName;
  how: string;
  /** How that came about, where there is room to tell. */
  since?: string;
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

const noCell: Cell = { recordType: '', recordId: '', entityId: '' };

/** "given" and " by Maya Lindqvist, 16:57, read back"; `value` is what the cell's value is called. */
function lastInWords(value: string, last: HistoryEntry, timeZone: string): Pick<Parts, 'how' | 'since'> {
  const when = clockTime(last.at, { now: Date.now(), timeZone });
  // What was set up, or is no longer, was not given or removed.
  const isSwitch = last.before !== null && last.after !== null;
  const what = last.after === true ? 'given' : 'removed';
  if (last.by === 'outside')
    return {
      how: `: ${isSwitch ? `${what} outside` : `${value}, changed outside`}`,
      since: `, noticed ${when}`,
    };
  return { how: `: ${what}`, since: ` by ${last.person?.name ?? 'nobody'}, ${when}, read back` };
}

/** Renders again some time after the store has changed. */
function useLaterVersions(store: MatrixStore): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let timer = setTimeout(again, pressMs); // what changed until now was heard by nobody
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

/** The text once it has stood for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
