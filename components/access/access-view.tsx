'use client';

import { SearchX, Table2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { notify } from '@/components/ui/feedback/toast';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { problemOf } from '@/lib/client/api';
import { useConnectionKey, useConnectionParameter } from '@/lib/client/connection';
import { useAccessMatrix } from '@/lib/client/matrix/use-access-matrix';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import { changeSetAddress } from '@/lib/client/paths';
import { unclearInWords } from '@/lib/domain/access/filter/text-filter';
import { noNames } from '@/lib/domain/access/matrix-names';
import { isFiltered, noFilter } from '@/components/access/filters/access-address';
import { AccessActions } from './access-actions';
import { AccessNotices } from './access-notices';
import { AccessSkeleton } from './access-skeleton';
import { AccessStatusLine } from './access-status-line';
import { AccessToolbar } from '@/components/access/filters/access-toolbar';
import { useLiveRegion } from './live-region';
import { clearFailures, showFailureToasts } from '@/components/access/edit/failure-toasts';
import { StagedOffer } from '@/components/access/edit/staged-offer';
import { MatrixWorkspace } from '@/components/access/matrix/matrix-workspace';
import { nothingFoundWords } from '@/components/access/filters/nothing-found';
import { rowsNote } from '@/lib/domain/access/filter/rows-words';
import { useTypedAddress } from '@/components/access/filters/typed-address';
import { useNarrow } from './use-narrow';
import { useVisibleMatrix } from '@/components/access/matrix/use-visible-matrix';

const explanationId = 'access-explanation';

interface AccessViewProps {
  mayChange: boolean;
  /** The saved views of the place. */
  views: ReactNode;
}

/** The access page: which entities may use which master records, as a matrix of switches. */
export function AccessView({ mayChange, views }: AccessViewProps) {
  const connection = useConnectionKey();
  const store = useMatrixStore();
  const { address, fields } = useTypedAddress();
  const [{ type, q, entity, rows, used, sort, reverse }, setFilter] = address;
  const matrixState = useAccessMatrix(store, connection);
  const { shown, status, error, retrying, retry, refresh } = matrixState;
  const isNarrow = useNarrow();
  const { region, announce } = useLiveRegion();
  const marks = useStored(store, ({ cells }) => cells.marked);
  const router = useRouter();
  const parameter = useConnectionParameter();
  useEffect(
    () => showFailureToasts(store, (id) => router.push(changeSetAddress(parameter, id))),
    [store, router, parameter],
  );
  useEffect(
    () =>
      store.onAnnouncement(({ kind, title }) => {
        if (kind === 'quiet') announce(title);
      }),
    [store, announce],
  );

  const matrix = shown?.matrix ?? null;
  const found = useVisibleMatrix(store, address[0]);

  const hasCells = matrix !== null && matrix.recordCount > 0;
  const isWhole = shown?.status.complete === true;
  const isEmpty = matrix !== null && !hasCells && isWhole;
  const nothingFound = hasCells
    ? nothingFoundWords(
        { type, q, entity, rows },
        found?.shown.records.length === 0,
        found?.shown.entities.length === 0,
        found?.names ?? noNames,
        found?.outsideNote ?? null,
      )
    : null;
  return (
    <>
      <PageHeader
        title="Access"
        description={
          <p id={explanationId} className="[@media(max-height:36rem)]:sr-only">
            Which entities may use which master records. This says nothing about people: who may work in an
            entity is managed elsewhere.{!mayChange && ' You can look at access, but not change it.'}
            <span className="max-sm:hidden"> Press H for details and history.</span>
          </p>
        }
        actions={
          matrix &&
          found && (
            <AccessActions
              onOverview={() => void setFilter({ overview: true })}
              onCompare={() => void setFilter({ compare: { kind: 'entities', first: null, second: null } })}
              {...{ connection, mayChange, views, isComplete: isWhole, filter: { type, q, entity } }}
              {...{ rows, used, matrix, shown: found.shown }}
            />
          )
        }
      />
      {!hasCells && !isWhole && error !== null ? (
        <ProblemView problem={problemOf(error)} retrying={retrying} onRetry={retry} className="mx-4" />
      ) : (
        <div className="flex min-h-fit flex-1 flex-col gap-2 px-4 pb-4">
          <AccessToolbar
            {...{ address, fields }}
            types={found?.types ?? []}
            entityIds={found?.entityIds ?? []}
            groups={found?.groups ?? []}
            entityNames={found?.entityNames ?? []}
            hasRecordNames={found?.names.hasRecords === true}
          />
          <AccessStatusLine
            status={error === null ? status : null}
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
                    unclear: [q, entity].flatMap((text) => unclearInWords(text) ?? []),
                    note:
                      found.outsideNote ?? rowsNote(rows, found.shown.entities.length < matrix.entityCount),
                  }
                : null
            }
            onClear={isFiltered(address[0]) ? () => void setFilter(noFilter) : null}
            onRefresh={() => {
              refresh().catch((failed: Error) => {
                notify.problem('Nothing was refreshed', problemOf(failed).detail);
              });
            }}
          />
          <div className="relative min-h-52 flex-1">
            {hasCells && found && shown ? (
              <MatrixWorkspace
                key={connection ?? ''}
                {...{ connection, store, matrix, address, mayChange, isNarrow }}
                {...{ region, announce }}
                shown={found.shown}
                names={found.names}
                isComplete={isWhole}
                listKey={JSON.stringify([connection, type, q, entity, rows, used, sort, reverse])}
                describedBy={explanationId}
              />
            ) : isEmpty ? (
              <EmptyState icon={<Table2 />} title="The service has no assignments">
                It answered to the end, with no master record and no entity in it. Refresh when records exist.
              </EmptyState>
            ) : (
              <AccessSkeleton />
            )}
            {nothingFound !== null && (
              <div className="absolute inset-x-0 top-9">
                <EmptyState
                  icon={<SearchX />}
                  title={nothingFound.title}
                  action={
                    <Button ref={rescueFocus} onPress={() => void setFilter(noFilter)}>
                      Clear filters
                    </Button>
                  }
                >
                  {nothingFound.words}
                  {!isWhole && ' The list is not complete yet.'}
                </EmptyState>
              </div>
            )}
          </div>
          {mayChange && isWhole && <StagedOffer {...{ store, announce }} />}
          <AccessNotices
            connection={connection}
            isWhole={isWhole}
            status={status}
            error={error}
            marks={marks}
            onClearMarks={() => clearFailures(store)}
          />
        </div>
      )}
    </>
  );
}
