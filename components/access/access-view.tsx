'use client';

import { memo, useCallback, useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react';
import type { GridPlace } from '@/components/grid/grid-engine';
import { PageHeader } from '@/components/shell/page-header';
import { onDemand } from '@/components/ui/on-demand';
import { useHydrated } from '@/components/ui/use-hydrated';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { notify } from '@/components/ui/feedback/toast-store';
import { problemOf } from '@/lib/client/api';
import { nothingCompared } from '@/lib/client/compared-parameter';
import { useConnectionKey, useConnectionParameter } from '@/lib/client/connection';
import { useAccessMatrix } from '@/lib/client/matrix/use-access-matrix';
import { noteMatrix } from '@/lib/client/staging-left';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import { unclearInWords } from '@/lib/domain/filter-syntax';
import {
  isFiltered,
  listKeyOf,
  noFilter,
  pendingRows,
  withAllBands,
  type AccessAddress,
} from '@/components/access/filters/access-parameters';
import { AccessActions } from './access-actions';
import { AccessNotices } from './access-notices';
import { AccessSkeleton } from './access-skeleton';
import { AccessStatusLine } from './access-status-line';
import { AccessToolbar } from '@/components/access/filters/access-toolbar';
import { AnnouncementBox, readout, useAnnounce } from './announcement-box';
import { clearFailures, showFailureToasts } from '@/components/access/edit/failure-toasts';
import { RestingWorkspace } from '@/components/access/edit/change-bar';
import { FirstMatrix, type FirstPage } from '@/components/access/matrix/first-matrix';
import { MatrixWorkspace } from '@/components/access/matrix/matrix-workspace';
import { rowsNote } from '@/lib/domain/access/filter/rows-words';
import { useAccessAddress } from '@/components/access/filters/access-address';
import { useVisibleMatrix } from '@/components/access/matrix/use-visible-matrix';

const NothingShown = onDemand(
  async () => (await import('@/components/access/filters/nothing-found')).NothingShown,
);
const StagedOffer = onDemand(async () => (await import('@/components/access/edit/staged-offer')).StagedOffer);
/** Milliseconds after which what is drawn on paper is loaded: nobody prints before, and the matrix comes first. */
const printAfterMs = 2_000;
const AccessPrint = onDemand(
  async () => (await import('@/components/access/print/access-print')).AccessPrint,
);

const notPrintable = (
  <p className="hidden print:block">The matrix was not ready to be printed. Print again in a moment.</p>
);

const explanationId = 'access-explanation';

interface AccessViewProps {
  mayChange: boolean;
  /** Whether changes need a reason, for which a press cannot ask: each is staged then. */
  isReasonRequired: boolean;
  /** For the bar: how far the change set is that was applied here last, while it runs. */
  runningChangeSet: ReactNode;
  /** The saved views of the place. */
  views: ReactNode;
  /** What the tints of folded bands mean. */
  scale: ReactNode;
  /** What came with the page; null: nothing of the matrix did. */
  first: FirstPage | null;
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
  const { mayChange, isReasonRequired, runningChangeSet, views, scale, first } = props;
  const connection = useConnectionKey();
  const store = useMatrixStore();
  const { setFilter, stage } = props;
  const { type, q, entity, rows, used } = props.address;
  const address: ReturnType<typeof useAccessAddress> = [props.address, setFilter];
  const matrixState = useAccessMatrix(store, connection);
  const { shown, status, error, retrying, retry, refresh, accept } = matrixState;
  const { box, announce } = useAnnounce();
  const marks = useStored(store, ({ cells }) => cells.marked);
  const [mayPrint, setMayPrint] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMayPrint(true), printAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const offered = useStored(store, ({ staged }) => staged.offered.length);
  const parameter = useConnectionParameter();
  useEffect(() => {
    return showFailureToasts(store, (cell, title, why) => {
      const isShown = readout.tells(cell, why);
      if (isShown) announce(`${title}. ${why}`, false);
      return isShown;
    });
  }, [store, announce]);
  const hasStaged = useStored(store, ({ staged }) => staged.size > 0);
  // A person who stages goes on so, by whatever link the person comes back; before anything can be pressed.
  useEffect(() => {
    noteMatrix(parameter, store);
    if (stage) store.chooseStaging(true);
    else if (store.isStaging) void setFilter({ stage: true });
  });
  const staysStaging = isReasonRequired || stage;
  const matrix = shown?.matrix ?? null;
  const isWhole = shown?.status.complete === true;
  const isOffered = useHydrated() && mayChange && offered > 0; // the server knows of nothing that is offered
  // Beside what is staged, or was, a press is meant to be staged too, however one came back to it.
  const isStaging = staysStaging || hasStaged || isOffered;
  const found = useVisibleMatrix(store, props.address);

  const listKey = listKeyOf(connection, props.address);
  // What came with the page is of the address it was asked for.
  const [isHeld, setHeld] = useState(false);
  const early = (found === null || isHeld) && first?.listKey === listKey ? first.view : null;
  const hasUndo = early === null && !isStaging;
  useEffect(
    () =>
      store.onAnnouncement(({ kind, title, cell, changeSetId }) => {
        // A change set has a message of its own.
        if (kind === 'problem' || changeSetId !== undefined) return;
        // What the bar says of its cell, or its undo there, needs no second place.
        const isInBar = (of: Cell) => readout.tells(of, '') || (hasUndo && store.undo.isOf(of));
        announce(title, !(kind === 'proven' && cell && isInBar(cell)));
      }),
    [store, announce, hasUndo],
  );
  const place = useRef<{ left: GridPlace; listKey: string } | null>(null);
  const onLeave = useCallback((left: GridPlace) => void (place.current = { left, listKey }), [listKey]);
  const takeFirstPlace = () => {
    const known = place.current;
    place.current = null;
    return known?.listKey === listKey ? known.left : null;
  };

  const compareSelected = useRef<(() => void) | null>(null);

  const bandCounts = found?.shown.rows.bandCounts ?? early?.bandCounts ?? null;
  const known = status ?? early?.status ?? null;
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
      {!hasCells && !isWhole && error !== null && early === null ? (
        <ProblemView problem={problemOf(error)} retrying={retrying} onRetry={retry} className="mx-4" />
      ) : (
        <div className="flex min-h-fit flex-1 flex-col gap-2 px-4 pb-4">
          <AccessToolbar
            types={found?.types ?? []}
            entityIds={found?.entityIds ?? []}
            entityNames={found?.entityNames ?? []}
            groupNames={found?.groupNames ?? []}
            hasRecordNames={(found ?? early)?.names.hasRecords === true}
          />
          <AccessStatusLine
            status={error === null ? known : known && { ...known, loading: false }}
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
                : early && {
                    ...early.counts,
                    isComplete: early.status.complete,
                    missing: early.missing,
                    unclear: unclearIn(props.address),
                    note: rowsNote(rows, early.counts.entities < early.counts.ofEntities),
                  }
            }
            bands={isNothingFound ? null : bandCounts}
            scale={scale}
            onBands={(isOpen) => setFilter((newest) => withAllBands(newest, isOpen))}
            onClear={isFiltered(props.address) ? () => void setFilter(noFilter) : null}
            marks={marks}
            onShowMarks={() => void setFilter({ ...noFilter, rows: pendingRows })}
            onClearMarks={() => clearFailures(store)}
            onRefresh={() => {
              refresh().catch((failed: Error) => {
                notify.problem('Nothing was refreshed', problemOf(failed).detail);
              });
            }}
          />
          <div className="relative min-h-52 flex-1 print:hidden">
            {early !== null ? (
              <RestingWorkspace {...{ isStaging, isReasonRequired, mayChange }}>
                <FirstMatrix
                  view={early}
                  grid={first?.grid ?? null}
                  nonce={first?.nonce}
                  {...{ listKey, store, announce, isStaging, isReadOnly: !mayChange }}
                  describedBy={explanationId}
                  {...{ onLeave, onHold: setHeld }}
                />
                <AnnouncementBox box={box} />
              </RestingWorkspace>
            ) : hasCells && found && shown ? (
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
                {...{ box, announce }}
                shown={found.shown}
                names={found.names}
                isComplete={isWhole}
                {...{ listKey }}
                {...{ takeFirstPlace, runningChangeSet }}
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
                isInDoubt={known !== null && known.doubt !== null}
                onClear={() => void setFilter(noFilter)}
              />
            )}
          </div>
          {mayPrint && isWhole && found && shown ? (
            <AccessPrint
              {...{ matrix: shown.matrix, store }}
              shown={found.shown}
              names={found.names}
              address={props.address}
              {...{ asOf: shown.status.asOf, doubt: status?.doubt ?? null }}
              isLive={matrixState.isLive}
              meanwhile={notPrintable}
            />
          ) : (
            notPrintable
          )}
          {isOffered && isWhole && <StagedOffer {...{ store, announce }} count={offered} />}
          <AccessNotices
            isWhole={isWhole || early?.status.complete === true}
            {...{ status, error }}
            onAccept={mayChange ? accept : null}
          />
        </div>
      )}
    </>
  );
});

/** What of the text filters is not understood, as sentences. */
function unclearIn({ q, entity }: AccessAddress): string[] {
  return [q, entity].flatMap((text) => unclearInWords(text) ?? []);
}
