'use client';

import { memo, useDeferredValue, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { useHydrated } from '@/components/ui/use-hydrated';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { notify } from '@/components/ui/feedback/toast-store';
import { problemOf } from '@/lib/client/api';
import { nothingCompared } from '@/lib/client/address/compared-parameter';
import { useConnectionKey, useConnectionParameter } from '@/lib/client/connection';
import { useAccessMatrix } from '@/lib/client/matrix/use-access-matrix';
import { noteMatrix } from '@/lib/client/staging-left';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import { unclearInWords } from '@/lib/domain/filter-syntax';
import {
  isFiltered,
  listKeyOf,
  noFilter,
  pendingRows,
  useAccessAddress,
  withAllBands,
  type AccessAddress,
} from '@/components/access/filters/access-address';
import { AccessActions } from './access-actions';
import { AccessNotices } from './access-notices';
import { AccessSkeleton } from './access-skeleton';
import { AccessStatusLine } from './access-status-line';
import { AccessToolbar } from '@/components/access/filters/access-toolbar';
import { clearFailures, showChangeMessages } from '@/components/access/edit/change-messages';
import { StagedOffer } from '@/components/access/edit/staged-offer';
import { NothingShown } from '@/components/access/filters/nothing-found';
import { AccessPrint } from '@/components/access/print/access-print';
import { MatrixWorkspace } from '@/components/access/matrix/matrix-workspace';
import { rowsNote } from '@/lib/domain/access/filter/rows-words';
import { useRowsInView } from '@/components/access/matrix/use-fitting-bands';
import { useVisibleMatrix } from '@/components/access/matrix/use-visible-matrix';

const explanationId = 'access-explanation';
const none: readonly never[] = [];

interface AccessViewProps {
  mayChange: boolean;
  /** Whether changes need a reason. A press cannot ask for one, so it stages. */
  isReasonRequired: boolean;
  /** For the bar: progress of the change set that was applied here last, while it runs. */
  runningChangeSet: ReactNode;
  /** The saved views of the place. */
  views: ReactNode;
  /** What the tints of bands mean. */
  scale: ReactNode;
}

/** The access page: which entities may use which master records, as a matrix of switches. */
export function AccessView(props: AccessViewProps) {
  const [shown, set] = useAccessAddress();
  // A field shows its newest text at once; the matrix follows, and skips texts that are old by then.
  return <AccessPage {...props} address={useDeferredValue(shown)} stage={shown.stage} setFilter={set} />;
}

interface AccessPageProps extends AccessViewProps {
  address: AccessAddress;
  /** As the newest address has it: the store has it too, and both must agree. */
  stage: boolean;
  setFilter: ReturnType<typeof useAccessAddress>[1];
}

const AccessPage = memo(function AccessPage(props: AccessPageProps) {
  const { mayChange, isReasonRequired, runningChangeSet, views, scale } = props;
  const connection = useConnectionKey();
  const store = useMatrixStore();
  const { setFilter, stage } = props;
  const { type, q, entity, rows, used } = props.address;
  const address = useMemo<ReturnType<typeof useAccessAddress>>(
    () => [props.address, setFilter],
    [props.address, setFilter],
  );
  const matrixState = useAccessMatrix(store, connection);
  const { shown, status, error, retrying, retry, refresh, accept } = matrixState;
  const marks = useStored(store, ({ cells }) => cells.marked);
  const offered = useStored(store, ({ staged }) => staged.offered.length);
  const parameter = useConnectionParameter();
  useEffect(() => showChangeMessages(store), [store]);
  const hasStaged = useStored(store, ({ staged }) => staged.size > 0);
  // A person who stages goes on staging, whichever link leads back here.
  useEffect(() => {
    noteMatrix(parameter, store);
    if (stage) store.chooseStaging(true);
    else if (store.isStaging) void setFilter({ stage: true });
  });
  const staysStaging = isReasonRequired || stage;
  const matrix = shown?.matrix ?? null;
  const isWhole = shown?.status.complete === true;
  const isOffered = useHydrated() && mayChange && offered > 0; // the browser's storage has them
  // While changes are staged, or offered again, a press stages too.
  const isStaging = staysStaging || hasStaged || isOffered;
  const [place, rowsInView] = useRowsInView();
  const found = useVisibleMatrix(store, props.address, rowsInView);

  const compareSelected = useRef<(() => void) | null>(null);

  const hasCells = matrix !== null && matrix.recordCount > 0;
  const isEmpty = matrix !== null && !hasCells && isWhole;
  const isNothingFound =
    hasCells && (found?.shown.records.length === 0 || found?.shown.entities.length === 0);
  return (
    <>
      <PageHeader
        title="Access"
        description={
          <p id={explanationId} className="max-sm:sr-only short:sr-only">
            Which entities, not which people, may use which master records.
            {!mayChange && ' Read only.'}
          </p>
        }
        actions={
          <AccessActions
            onCompare={() => {
              if (compareSelected.current) compareSelected.current();
              else void setFilter({ compare: nothingCompared });
            }}
            {...{ address, connection, mayChange, views, isComplete: isWhole, filter: { type, q, entity } }}
            {...{ rows, used, matrix, shown: found?.shown ?? null }}
          />
        }
      />
      {!hasCells && !isWhole && error !== null ? (
        <ProblemView problem={problemOf(error)} retrying={retrying} onRetry={retry} className="mx-4" />
      ) : (
        <div className="flex min-h-fit flex-1 flex-col gap-2 px-4 pb-4 short:gap-1 short:pb-2">
          <AccessToolbar
            types={found?.types ?? none}
            entityIds={found?.entityIds ?? none}
            entityNames={found?.entityNames ?? none}
            groupNames={found?.groupNames ?? none}
          />
          <AccessStatusLine
            status={error === null ? status : status && { ...status, loading: false }}
            isLive={matrixState.isLive}
            shown={
              hasCells && found
                ? {
                    records: found.shown.records.length,
                    ofRecords: matrix.recordCount,
                    entities: found.shown.entities.length,
                    ofEntities: matrix.entityCount,
                    isComplete: isWhole,
                    missing: isWhole ? found.missing : [],
                    unclear: unclearIn(props.address),
                    note:
                      found.outsideNote ??
                      rowsNote(rows, found.shown.entities.length < matrix.entityCount) ??
                      found.namesNote,
                  }
                : null
            }
            bands={isNothingFound ? null : (found?.shown.rows.bandCounts ?? null)}
            scale={scale}
            onBands={(isOpen) => setFilter((newest) => withAllBands(newest, isOpen))}
            onClear={isFiltered(props.address) ? () => void setFilter(noFilter) : null}
            marks={marks}
            onShowMarks={() =>
              void setFilter({ ...noFilter, rows: pendingRows, fold: null, foldGroup: null })
            }
            onClearMarks={() => clearFailures(store)}
            onRefresh={() => {
              refresh().catch((failed: Error) => {
                notify.problem('Nothing was refreshed', problemOf(failed).detail);
              });
            }}
          />
          <div
            ref={place}
            data-switches=""
            aria-busy={found === null || !(hasCells || isEmpty)}
            className="relative min-h-52 flex-1 print:hidden"
          >
            {hasCells && found ? (
              <MatrixWorkspace
                key={connection}
                {...{
                  connection,
                  store,
                  matrix,
                  address,
                  mayChange,
                  isReasonRequired,
                  isStaging,
                  staysStaging,
                }}
                shown={found.shown}
                names={found.names}
                isComplete={isWhole}
                listKey={listKeyOf(connection, props.address)}
                fittingBands={found.fittingBands}
                {...{ runningChangeSet }}
                compareSelected={compareSelected}
                describedBy={explanationId}
              />
            ) : (
              !isEmpty && <AccessSkeleton />
            )}
            {found && (isEmpty || isNothingFound) && (
              <NothingShown
                address={props.address}
                {...{ found, isEmpty, isWhole }}
                isInDoubt={status !== null && status.doubt !== null}
                onClear={() => void setFilter(noFilter)}
              />
            )}
          </div>
          {isWhole && found && shown ? (
            <AccessPrint
              {...{ matrix: shown.matrix, store }}
              shown={found.shown}
              names={found.names}
              address={props.address}
              {...{ asOf: shown.status.asOf, doubt: status?.doubt ?? null }}
              isLive={matrixState.isLive}
            />
          ) : (
            <p className="hidden print:block">The matrix is still being read. Print again in a moment.</p>
          )}
          {isOffered && isWhole && <StagedOffer store={store} count={offered} />}
          <AccessNotices {...{ isWhole, status, error }} onAccept={mayChange ? accept : null} />
        </div>
      )}
    </>
  );
});

/** What of the text filters is not understood, as sentences. */
function unclearIn({ q, entity }: AccessAddress): string[] {
  return [q, entity].flatMap((text) => unclearInWords(text) ?? []);
}
