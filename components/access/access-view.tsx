'use client';

import { SearchX, Table2 } from 'lucide-react';
import { useMemo } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { notify } from '@/components/ui/toast';
import { toastStore } from '@/components/ui/toast-store';
import { useConnectionKey } from '@/lib/client/connection';
import { useAccessMatrix, useChangeAccess } from '@/lib/client/use-access';
import {
  entityOrder,
  recordOrder,
  recordTypeCounts,
  visibleEntities,
  visibleRecords,
} from '@/lib/domain/access/matrix-filter';
import { useAccessAddress } from './access-address';
import { AccessFiles } from './access-files';
import { AccessGrid } from './access-grid';
import { AccessNotices, FirstReadProblem, problemOf } from './access-problem';
import { AccessSkeleton } from './access-skeleton';
import { AccessStatusLine } from './access-status-line';
import { AccessToolbar } from './access-toolbar';
import { LiveRegion, useLiveRegion } from './live-region';
import { nothingFoundWords } from './nothing-found';
import { useChangeNews } from './use-change-news';
import { useNarrow } from './use-narrow';

const explanationId = 'access-explanation';

/** The access page: which entities may use which master records, as a matrix of switches. */
export function AccessView({ mayChange }: { mayChange: boolean }) {
  const connection = useConnectionKey();
  const { shown, status, error, retrying, retry, refresh } = useAccessMatrix(connection);
  const changes = useChangeAccess(connection);
  const address = useAccessAddress();
  const [{ type, q, entity }, setFilter] = address;
  const isNarrow = useNarrow();
  const { region, announce } = useLiveRegion();
  const marks = useChangeNews(changes, announce);

  const matrix = shown?.matrix ?? null;
  const orders = useMemo(
    () => matrix && { records: recordOrder(matrix), entities: entityOrder(matrix) },
    [matrix],
  );
  const types = useMemo(() => (matrix === null ? [] : recordTypeCounts(matrix)), [matrix]);
  const records = useMemo(
    () => matrix && orders && visibleRecords(matrix, orders.records, { recordTypes: type, text: q }),
    [matrix, orders, type, q],
  );
  const entities = useMemo(
    () => matrix && orders && visibleEntities(matrix, orders.entities, entity),
    [matrix, orders, entity],
  );

  const hasCells = matrix !== null && matrix.recordCount > 0;
  const isWhole = shown?.status.complete === true;
  const isEmpty = matrix !== null && !hasCells && isWhole;
  const nothingFound = hasCells
    ? nothingFoundWords({ type, q, entity }, records?.length === 0, entities?.length === 0)
    : null;
  return (
    <>
      <PageHeader
        title="Access"
        description={
          <p id={explanationId}>
            Which entities may use which master records. This says nothing about people: who may work in an
            entity is managed elsewhere.{!mayChange && ' You can look at access, but not change it.'} Press H
            on a combination to see its history.
          </p>
        }
        actions={
          matrix &&
          records &&
          entities && (
            <AccessFiles
              {...{ connection, mayChange, isComplete: isWhole, filter: { type, q, entity } }}
              records={records.length}
              entities={entities.length}
              isFiltered={records.length < matrix.recordCount || entities.length < matrix.entityCount}
            />
          )
        }
      />
      {!hasCells && !isWhole && error !== null ? (
        <FirstReadProblem error={error} retrying={retrying} onRetry={retry} />
      ) : (
        <div className="flex min-h-72 flex-1 flex-col gap-2 px-4 pb-4">
          <AccessToolbar address={address} types={types} />
          <AccessStatusLine
            status={error === null ? status : null}
            shown={
              matrix && records && entities && hasCells
                ? {
                    records: records.length,
                    ofRecords: matrix.recordCount,
                    entities: entities.length,
                    ofEntities: matrix.entityCount,
                    isComplete: isWhole,
                  }
                : null
            }
            onRefresh={() => {
              refresh().catch((failed: Error) => {
                notify.problem('Nothing was read again', problemOf(failed).detail);
              });
            }}
          />
          <div className="relative min-h-0 flex-1">
            {hasCells && records && entities && shown ? (
              <AccessGrid
                matrix={matrix}
                status={shown.status}
                records={records}
                entities={entities}
                listKey={JSON.stringify([connection, type, q, entity])}
                changes={changes}
                isReadOnly={!mayChange}
                isNarrow={isNarrow}
                describedBy={explanationId}
                announce={announce}
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
                  action={<Button onPress={() => void setFilter(null)}>Clear filters</Button>}
                >
                  {nothingFound.words}
                  {!isWhole && ' The list is not complete yet.'}
                </EmptyState>
              </div>
            )}
          </div>
          <AccessNotices
            connection={connection}
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
      <LiveRegion region={region} />
    </>
  );
}
