'use client';

import { useState } from 'react';
import { actsWithOther } from '@/components/access/edit/line-menu';
import { useAccessAddress } from '@/components/access/filters/access-address';
import { comparedFrom } from '@/components/access/matrix/selected';
import { Button } from '@/components/ui/button';
import { Badge } from '@/components/ui/feedback/badge';
import { notify } from '@/components/ui/feedback/toast-store';
import { TextLink } from '@/components/ui/text-link';
import { useConnectionParameter, useConnectionKey } from '@/lib/client/connection';
import { stagedInWords, type AnnotatedCells } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { stageAct } from '@/lib/client/matrix/proposed-changes';
import { useStoreVersion, useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import { withQuery } from '@/lib/client/paths';
import { useDetailsTarget } from '@/lib/client/address/use-details-target';
import { useKeyNames } from '@/lib/client/use-names';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { stillReadWords, valueInWords } from '@/lib/domain/access/access-words';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import {
  entityFacts,
  pendingInWords,
  recordFacts,
  type ProvenState,
  type RecordFacts,
} from '@/lib/domain/access/details-facts';
import { kindOfTarget, targetText, type DetailsTarget } from '@/lib/domain/access/details-target';
import type { ShownValue, ShownValues } from './check-words';
import { DetailsCheck } from './details-check';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

interface DetailsSummaryProps {
  connection: string;
  store: MatrixStore;
  target: DetailsTarget;
  matrix: AccessMatrix;
  status: MatrixStatus;
  mayChange: boolean;
}

/** What the matrix says about an assignment, a record or an entity, with a check against the service. */
function DetailsSummary(props: DetailsSummaryProps) {
  const { connection, store, target, matrix, status, mayChange } = props;
  useStoreVersion(store, true);
  const { cells } = store;
  const seen = (record: number, entity: number) => cells.provenAt(record, entity);
  const names = useKeyNames();

  const record = matrix.recordIndex(target.recordType, target.recordId);
  const entity = matrix.entityIndex(target.entityId);
  const kind = kindOfTarget(target);
  const [wanted, annotation] = [cells.stagedAt(record, entity), cells.annotationAt(record, entity)];
  const state = seen(record, entity);
  const isMissing = (kind !== 'entity' && record < 0) || (kind !== 'record' && entity < 0);
  return (
    <section aria-label="Access" className="flex flex-col gap-3 text-sm">
      {kind === 'assignment' && !isMissing && (
        <p>
          <Badge tone={state === 'granted' ? 'accent' : 'neutral'}>{stateInWords(state)}</Badge>
          {wanted !== undefined && stagedInWords(wanted)}
        </p>
      )}
      <DetailsCheck
        key={JSON.stringify(target)}
        {...{ connection, target }}
        isComplete={status.complete}
        shown={() =>
          shownOf(
            matrix,
            cells,
            kind === 'entity' ? Array.from({ length: matrix.recordCount }).keys() : [record],
            kind === 'record' ? matrix.entityIds.keys() : [entity],
          )
        }
      >
        {isMissing ? null : kind === 'assignment' ? (
          <ActsOfAssignment {...{ store, target }} state={mayChange ? state : 'none'} />
        ) : (
          <ActsWithOther {...{ target, mayChange }} />
        )}
      </DetailsCheck>
      {isMissing ? (
        <p>
          {status.complete ? 'The service has no such ' : 'Nothing has been read yet of this '}
          {kind}.
        </p>
      ) : kind === 'assignment' ? (
        annotation !== undefined && (
          <p>
            {annotation.words}
            {annotation.mark === 'outside' && <OutsideLink />}
          </p>
        )
      ) : kind === 'record' ? (
        <EntitiesOfRecord
          key={record}
          facts={recordFacts(matrix, seen, record)}
          isComplete={status.complete}
          nameOf={names.entity}
        />
      ) : (
        <TypesOfEntity facts={entityFacts(matrix, seen, entity)} />
      )}
      {kind !== 'assignment' && pendingWords(cells, record, entity)}
      {!status.complete && <p className="text-text-muted">{stillReadWords}</p>}
    </section>
  );
}

interface ActsOfAssignmentProps {
  store: MatrixStore;
  target: DetailsTarget;
  /** `none`: it may not be changed. */
  state: ProvenState;
}

function ActsOfAssignment({ store, target, state }: ActsOfAssignmentProps) {
  const [, set] = useAccessAddress();
  const [, ask] = useDetailsTarget();
  const change = (wanted: boolean) => {
    const proposal = { changes: [{ cell: target, wanted }], already: 0, absent: 0, isCut: false };
    if (!stageAct(store, proposal))
      return notify.problem(
        'It is not staged',
        'One change set takes no more: apply the staged changes first.',
      );
    void set({ review: true });
  };
  const isGranted = state === 'granted';
  return (
    <>
      {(isGranted || state === 'denied') && (
        <Button size="sm" onPress={() => change(!isGranted)}>
          {isGranted ? 'Remove access…' : 'Give access…'}
        </Button>
      )}
      <Button size="sm" onPress={() => ask({ ...target, entityId: '' })}>
        Record details
      </Button>
      <Button size="sm" onPress={() => ask({ ...target, recordType: '', recordId: '' })}>
        Entity details
      </Button>
    </>
  );
}

function OutsideLink() {
  const connection = useConnectionParameter();
  return (
    <>
      {' '}
      <TextLink href={withQuery('/changes', { connection, kind: 'outside' })}>
        Review changes from outside
      </TextLink>
    </>
  );
}

function ActsWithOther({ target, mayChange }: Pick<DetailsSummaryProps, 'target' | 'mayChange'>) {
  const [, set] = useAccessAddress();
  return actsWithOther(mayChange).map(({ purpose, label }) => (
    <Button key={purpose} size="sm" onPress={() => set({ compare: comparedFrom(target, purpose) })}>
      {label}
    </Button>
  ));
}

function shownOf(
  matrix: AccessMatrix,
  cells: AnnotatedCells,
  records: Iterable<number>,
  entities: Iterable<number>,
): ShownValues {
  const shown = new Map<string, ShownValue>();
  const columns = [...entities];
  for (const record of records)
    for (const entity of columns) {
      const state = record < 0 || entity < 0 ? 'none' : cells.provenAt(record, entity);
      if (state === 'none') continue;
      const isPending = cells.annotationAt(record, entity)?.mark === 'pending';
      const value = state === 'unconfirmed' ? state : isPending ? null : state === 'granted';
      shown.set(targetText(matrix.cell(record, entity)), value);
    }
  return shown;
}

function pendingWords(cells: AnnotatedCells, record: number, entity: number) {
  const pending = cells
    .pendingCells()
    .filter((cell) => (record < 0 ? cell.entity === entity : cell.record === record));
  return pending.length > 0 && <p className="tabular">{pendingInWords(pending.length)}</p>;
}

function stateInWords(state: ProvenState): string {
  if (state === 'none') return 'Not set up';
  if (state === 'unconfirmed') return 'Unconfirmed';
  const words = valueInWords(state === 'granted');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type NameOf = (entityId: string) => string;

interface EntitiesOfRecordProps {
  facts: RecordFacts;
  /** Until the matrix is complete, unread entities could look as if they were not set up. */
  isComplete: boolean;
  nameOf: NameOf;
}

function EntitiesOfRecord({ facts, isComplete, nameOf }: EntitiesOfRecordProps) {
  const { granted, denied, unconfirmed, none } = facts;
  const all = granted.length + denied.length;
  return (
    <>
      <p className="tabular font-medium">
        {granted.length === 0
          ? `No entity may use it, of ${inDigits(all)}`
          : `${inDigits(granted.length)} of ${counted(all, 'entity', 'entities')} may use it`}
        {unconfirmedInWords(unconfirmed.length)}
      </p>
      <EntityList label="Has access" ids={granted} nameOf={nameOf} isOpen />
      <EntityList label="No access" ids={denied} nameOf={nameOf} />
      <EntityList label="Unconfirmed" ids={unconfirmed} nameOf={nameOf} isOpen />
      {isComplete && <EntityList label="Not set up" ids={none} nameOf={nameOf} />}
    </>
  );
}

function unconfirmedInWords(count: number): string {
  return count === 0 ? '' : `; ${inDigits(count)} unconfirmed`;
}

/** A longer list is cut, so that the content below stays in sight. */
const mostListed = 13;

interface EntityListProps {
  label: string;
  ids: readonly string[];
  nameOf: NameOf;
  isOpen?: boolean;
}

/** Entities with their names, which a selection for copying leaves out. */
function EntityList({ label, ids, nameOf, isOpen = false }: EntityListProps) {
  const [isWhole, setWhole] = useState(false);
  if (ids.length === 0) return null;
  const isLong = ids.length > mostListed;
  // the button takes one line
  const shown = isLong && !isWhole ? ids.slice(0, mostListed - 1) : ids;
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer rounded-sm text-text-muted">
        {label} <span className="tabular">({inDigits(ids.length)})</span>
      </summary>
      <ul
        aria-label={label}
        className="mt-1 grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-3 select-all"
      >
        {shown.map((id) => (
          <li
            key={id}
            className="col-span-2 grid grid-cols-subgrid items-baseline border-t border-line py-0.5 wrap-anywhere"
          >
            <span className="tabular text-xs">{id}</span>
            <bdi className="select-none">{nameOf(id)}</bdi>
          </li>
        ))}
      </ul>
      {isLong && (
        <Button size="sm" variant="ghost" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${inDigits(ids.length)}`}
        </Button>
      )}
    </details>
  );
}

function TypesOfEntity({ facts }: { facts: ReturnType<typeof entityFacts> }) {
  const sum = facts.reduce(
    (all, { granted, denied, unconfirmed }) => ({
      granted: all.granted + granted,
      denied: all.denied + denied,
      unconfirmed: all.unconfirmed + unconfirmed,
    }),
    { granted: 0, denied: 0, unconfirmed: 0 },
  );
  return (
    <>
      <p className="tabular font-medium">
        It may use {inDigits(sum.granted)} of {inDigits(sum.granted + sum.denied)} records
        {unconfirmedInWords(sum.unconfirmed)}
      </p>
      <table translate="no" className="tabular w-full text-left">
        <thead className="text-xs text-text-muted [&_th]:bg-head [&_th]:px-2 [&_th]:py-1 [&_th]:font-medium">
          <tr>
            <th>Type</th>
            <th className="text-right">May use</th>
            <th className="text-right">Of</th>
            {sum.unconfirmed > 0 && <th className="text-right">Not known</th>}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ recordType, granted, denied, unconfirmed }) => (
            <tr key={recordType} className="border-t border-line [&>*]:px-2 [&>*]:py-1">
              <th scope="row" className="font-normal wrap-anywhere">
                {recordType}
              </th>
              <td className="text-right">{inDigits(granted)}</td>
              <td className="text-right">{inDigits(granted + denied)}</td>
              {sum.unconfirmed > 0 && <td className="text-right">{inDigits(unconfirmed)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** What the matrix says about the target in the page's address. */
export function DetailsFacts({ mayChange }: { mayChange: boolean }) {
  const [asked] = useDetailsTarget();
  const connection = useConnectionKey();
  const store = useMatrixStore();
  const shown = useStored(store, ({ document }) => document);
  if (asked === null || shown === null) return null;
  return <DetailsSummary {...{ connection, store, mayChange }} target={asked} {...shown} />;
}
