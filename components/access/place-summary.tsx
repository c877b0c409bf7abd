'use client';

import { useQuery } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import { labelsQuery } from '@/lib/client/labels';
import { useChangeAccess } from '@/lib/client/use-access';
import { useCollected } from '@/lib/client/use-collected';
import type { MatrixStatus } from '@/lib/contract/access';
import { valueInWords } from '@/lib/domain/access/access-words';
import type { Seen } from '@/lib/domain/access/change-proposal';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { matrixNames, noNames } from '@/lib/domain/access/matrix-names';
import { entityFacts, recordFacts } from '@/lib/domain/access/place-facts';
import { kindOfPlace, placeText, type MatrixPlace } from '@/lib/domain/access/place-text';
import { CellRemarks, collectedWords } from './cell-remarks';
import { PlaceCheck } from './place-check';
import { useBeyondVersion } from './use-shown-matrix';
import { stillReadWords } from './still-read-words';

interface PlaceSummaryProps {
  connection: string | undefined;
  place: MatrixPlace;
  matrix: AccessMatrix;
  status: MatrixStatus;
}

const numbers = new Intl.NumberFormat();

/** What the matrix on the screen says of a combination, a record or an entity, and a way to ask the service itself. */
export function PlaceSummary({ connection, place, matrix, status }: PlaceSummaryProps) {
  const changes = useChangeAccess(connection);
  const collected = useCollected(connection);
  const version = useBeyondVersion(true, changes, collected);
  const remarks = useMemo(() => {
    const made = new CellRemarks(matrix);
    made.takeOver(changes, collected, status.unknown);
    return made;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `version` stands for what the two stores hold
  }, [matrix, changes, collected, status.unknown, version]);
  const seen: Seen = (record, entity) => remarks.stateAt(record, entity);
  const { data: labels } = useQuery(labelsQuery(connection));
  const names = useMemo(() => (labels ? matrixNames(matrix, labels) : noNames), [matrix, labels]);

  const record = matrix.recordIndex(place.recordType, place.recordId);
  const entity = matrix.entityIndex(place.entityId);
  const kind = kindOfPlace(place);
  const isMissing = (kind !== 'entity' && record < 0) || (kind !== 'record' && entity < 0);
  const called = [record < 0 ? '' : names.record(record), entity < 0 ? '' : names.entity(entity)]
    .filter(Boolean)
    .join(', ');
  return (
    <section aria-label="Access" className="flex flex-col gap-3 text-sm">
      {called !== '' && <p className="text-text-muted">{called}</p>}
      {isMissing ? (
        <p>
          {status.complete ? 'The service has no such ' : 'Nothing has been read yet of this '}
          {kind}.
        </p>
      ) : kind === 'combination' ? (
        <>
          <p className="font-medium">{stateInWords(seen(record, entity))}</p>
          {remarkInWords(remarks, record, entity).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </>
      ) : kind === 'record' ? (
        <EntitiesOfRecord
          {...recordFacts(matrix, seen, record)}
          nameOf={(id) => names.entity(matrix.entityIndex(id))}
        />
      ) : (
        <TypesOfEntity facts={entityFacts(matrix, seen, entity)} />
      )}
      {kind !== 'combination' && openWords(remarks, record, entity)}
      {!status.complete && <p className="text-text-muted">{stillReadWords}</p>}
      {status.complete && (
        <PlaceCheck
          key={JSON.stringify(place)}
          {...{ connection, place }}
          shown={() =>
            shownOf(
              matrix,
              remarks,
              kind === 'entity' ? Array.from({ length: matrix.recordCount }).keys() : [record],
              kind === 'record' ? matrix.entityIds.keys() : [entity],
            )
          }
        />
      )}
    </section>
  );
}

/** What the screen shows of combinations, by the `placeText` of each that there is; null: it is being changed. */
function shownOf(
  matrix: AccessMatrix,
  remarks: CellRemarks,
  records: Iterable<number>,
  entities: Iterable<number>,
): ReadonlyMap<string, boolean | null> {
  const shown = new Map<string, boolean | null>();
  const columns = [...entities];
  for (const record of records)
    for (const entity of columns) {
      const state = record < 0 || entity < 0 ? 'none' : remarks.stateAt(record, entity);
      if (state === 'none') continue;
      const mark = remarks.at(record, entity)?.mark;
      const isOpen = mark === 'pending' || mark === 'unknown';
      shown.set(placeText(matrix.cell(record, entity)), isOpen ? null : state === 'granted');
    }
  return shown;
}

/** What is to be said of a combination beyond its value: a change on its way or not proven, and what is collected. */
function remarkInWords(remarks: CellRemarks, record: number, entity: number): string[] {
  const wanted = remarks.collectedAt(record, entity);
  const told = remarks.at(record, entity)?.description ?? '';
  const collected = wanted === undefined ? '' : collectedWords(wanted);
  return [told, collected].filter((words) => words !== '');
}

/** "Of 3 of these something is collected, on its way, not proven or was refused; a mark in the matrix says what." */
function openWords(remarks: CellRemarks, record: number, entity: number) {
  const open = remarks
    .openCells()
    .filter((cell) => (record < 0 ? cell.entity === entity : cell.record === record));
  return (
    open.length > 0 && (
      <p className="tabular">
        Of {numbers.format(open.length)} of these something is collected, on its way or not proven; a mark in
        the matrix says what.
      </p>
    )
  );
}

function stateInWords(state: ReturnType<Seen>): string {
  if (state === 'none') return 'No such combination';
  const words = valueInWords(state === 'granted');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type NameOf = (entityId: string) => string;

function EntitiesOfRecord({
  granted,
  denied,
  nameOf,
}: {
  granted: string[];
  denied: string[];
  nameOf: NameOf;
}) {
  const all = granted.length + denied.length;
  return (
    <>
      <p className="tabular font-medium">
        {granted.length === 0
          ? `No entity may use it, of ${numbers.format(all)}`
          : `${numbers.format(granted.length)} of ${numbers.format(all)} ${all === 1 ? 'entity' : 'entities'} may use it`}
      </p>
      <IdList label="With access" ids={granted} nameOf={nameOf} />
      <IdList label="Without access" ids={denied} nameOf={nameOf} />
    </>
  );
}

/** IDs to read with their names, and to copy without; folded, for there may be hundreds. */
function IdList({ label, ids, nameOf }: { label: string; ids: readonly string[]; nameOf: NameOf }) {
  if (ids.length === 0) return null;
  return (
    <details open={ids.length <= 40}>
      <summary className="cursor-pointer rounded-sm text-text-muted">
        {label} <span className="tabular">({numbers.format(ids.length)})</span>
      </summary>
      <p className="tabular mt-1 max-h-40 overflow-y-auto wrap-anywhere select-all">
        {ids.map((id, at) => (
          <Fragment key={id}>
            {at > 0 && ', '}
            {id}
            {nameOf(id) !== '' && <bdi className="text-text-muted select-none"> {nameOf(id)}</bdi>}
          </Fragment>
        ))}
      </p>
    </details>
  );
}

function TypesOfEntity({ facts }: { facts: ReturnType<typeof entityFacts> }) {
  const sum = facts.reduce(
    ({ granted, existing }, one) => ({ granted: granted + one.granted, existing: existing + one.existing }),
    { granted: 0, existing: 0 },
  );
  return (
    <>
      <p className="tabular font-medium">
        It may use {numbers.format(sum.granted)} of {numbers.format(sum.existing)} records
      </p>
      <table className="tabular w-full text-left">
        <thead className="text-xs text-text-muted">
          <tr>
            <th className="py-1 font-medium">Type</th>
            <th className="py-1 text-right font-medium">May use</th>
            <th className="py-1 text-right font-medium">Of</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(({ recordType, granted, existing }) => (
            <tr key={recordType} className="border-t border-line">
              <th scope="row" className="py-1 pr-2 font-normal wrap-anywhere">
                {recordType}
              </th>
              <td className="py-1 text-right">{numbers.format(granted)}</td>
              <td className="py-1 text-right">{numbers.format(existing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
