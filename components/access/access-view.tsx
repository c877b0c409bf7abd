'use client';

import { SearchX, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { notify } from '@/components/ui/toast';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { toastStore } from '@/components/ui/toast-store';
import { useConnectionKey } from '@/lib/client/connection';
import { useAccessMatrix, useChangeAccess } from '@/lib/client/use-access';
import { useCollected } from '@/lib/client/use-collected';
import { noNames } from '@/lib/domain/access/matrix-names';
import { isFiltered, noFilter } from './access-address';
import { AccessActions } from './access-actions';
import { AccessNotices, FirstReadProblem, problemOf } from './access-problem';
import { AccessSkeleton } from './access-skeleton';
import { AccessStatusLine } from './access-status-line';
import { AccessToolbar } from './access-toolbar';
import { useLiveRegion } from './live-region';
import { MatrixWorkspace } from './matrix-workspace';
import { nothingFoundWords } from './nothing-found';
import { rowsNote } from './rows-words';
import { useTypedAddress } from './typed-address';
import { useChangeNews } from './use-change-news';
import { useNarrow } from './use-narrow';
import { useShownMatrix } from './use-shown-matrix';

const explanationId = 'access-explanation';

interface AccessViewProps {
  mayChange: boolean;
  /** The saved views of the place. */
  views: ReactNode;
}

/** The access page: which entities may use which master records, as a matrix of switches. */
export function AccessView({ mayChange, views }: AccessViewProps) {
  const connection = useConnectionKey();
  const changes = useChangeAccess(connection);
  const collected = useCollected(connection);
  const { address, fields } = useTypedAddress();
  const [{ type, q, entity, rows, used, sort, reverse }, setFilter] = address;
  const { shown, status, error, retrying, retry, refresh } = useAccessMatrix(connection, type);
  const isNarrow = useNarrow();
  const { region, announce } = useLiveRegion();
  const marks = useChangeNews(changes, announce);

  const matrix = shown?.matrix ?? null;
  const found = useShownMatrix(matrix, address[0], {
    connection,
    changes,
    collected,
    unknown: shown?.status.unknown,
  });

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
            <span className="max-sm:hidden"> Press H on a combination to see what is known of it.</span>
          </p>
        }
        actions={
          matrix &&
          found && (
            <AccessActions
              onOverview={() => void setFilter({ overview: true })}
              onCompare={() => void setFilter({ compare: { kind: 'entities', first: null, second: null } })}
              {...{ connection, mayChange, views, isComplete: isWhole, filter: { type, q, entity } }}
              records={found.covered.records}
              entities={found.covered.entities}
              isFiltered={!found.covered.isAll}
              isNarrower={rows !== null || used}
            />
          )
        }
      />
      {!hasCells && !isWhole && error !== null ? (
        <FirstReadProblem error={error} retrying={retrying} onRetry={retry} />
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
            shown={
              hasCells && found
                ? {
                    records: found.shown.records.length,
                    ofRecords: matrix.recordCount,
                    entities: found.shown.entities.length,
                    ofEntities: matrix.entityCount,
                    isComplete: isWhole,
                    isPart: shown?.isPart === true,
                    missing: isWhole ? found.missing : [],
                    note:
                      found.outsideNote ?? rowsNote(rows, found.shown.entities.length < matrix.entityCount),
                  }
                : null
            }
            onClear={isFiltered(address[0]) ? () => void setFilter(noFilter) : null}
            onRefresh={() => {
              refresh().catch((failed: Error) => {
                notify.problem('Nothing was read again', problemOf(failed).detail);
              });
            }}
          />
          <div className="relative min-h-52 flex-1">
            {hasCells && found && shown ? (
              <MatrixWorkspace
                key={connection ?? ''}
                {...{ connection, matrix, address, changes, collected, mayChange, isNarrow }}
                {...{ region, announce }}
                shown={found.shown}
                remarks={found.remarks}
                names={found.names}
                status={shown.status}
                isPart={shown.isPart}
                listKey={JSON.stringify([connection, type, q, entity, rows, used, sort, reverse])}
                describedBy={explanationId}
              />
            ) : isEmpty ? (
              <EmptyState icon={<Table2 />} title="The service has no combinations">
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
          <AccessNotices
            connection={connection}
            isWhole={isWhole}
            status={status}
            error={error}
            marks={marks}
            onClearMarks={() => {
              changes.clearMarks();
              toastStore.dismissAll();
            }}
          />
        </div>
      )}
    </>
  );
}
