'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ShownRecord } from '@/components/review/change-block';
import { ClosedRecords } from '@/components/review/review-parts';
import { useConnectionKey } from '@/lib/client/connection';
import { documentQuery } from '@/lib/client/matrix/use-access-matrix';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import type { ImportCell } from '@/lib/contract/access/access-file';
import { stillToMake } from '@/lib/domain/access/change/change-proposal';
import { recordsClosed } from '@/lib/domain/access/change/proposal-counts';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

interface ClosedByImportProps {
  cells: readonly ImportCell[];
  onShow: (record: ShownRecord) => void;
}

/** Warns of records that an import leaves without any entity. Waits for the whole matrix, in which it counts. */
export function ClosedByImport({ cells, onShow }: ClosedByImportProps) {
  const store = useMatrixStore();
  useQuery(documentQuery(store, useConnectionKey()));
  const document = useStored(store, (one) => one.document);
  const revision = useStored(store, (one) => one.cells.matrix.revision);
  const matrix = document?.status.complete === true ? document.matrix : null;
  const closed = useMemo(
    () => (matrix === null ? [] : closedByImport(matrix, cells)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `revision` stands for the values that the matrix has
    [matrix, revision, cells],
  );
  return matrix && <ClosedRecords {...{ matrix, closed, onShow }} />;
}

/** Records that some entity may use now, and none after these changes. */
export function closedByImport(matrix: AccessMatrix, cells: readonly ImportCell[]): number[] {
  const places = cells.map(({ recordType, recordId, entityId, accessible }) => ({
    record: matrix.recordIndex(recordType, recordId),
    entity: matrix.entityIndex(entityId),
    wanted: accessible,
  }));
  const { changes } = stillToMake(places, ({ record, entity }) => matrix.state(record, entity));
  return recordsClosed((record) => matrix.countsOfRecord(record).granted, changes);
}
