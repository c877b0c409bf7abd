import 'server-only';
import { planReads } from '@/lib/domain/changes/read-plan';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { Connection } from '@/lib/server/services/connection';
import type { CallOptions, SecurityFilter, Upstream } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import type { WorkCell } from '../store/work-cell';

export type CellReading = { value: CellValue } | { error: UpstreamError };

/** Reads cells by slices when that takes fewer requests; alone when their slice lacks them or is refused. */
export async function readCells(
  { upstream, mirror }: Connection,
  cells: readonly WorkCell[],
  options: CallOptions,
): Promise<Map<WorkCell, CellReading>> {
  const readings = new Map<WorkCell, CellReading>();
  const retried = cells.filter(({ tries }) => tries > 0);
  const fresh = cells.filter(({ tries }) => tries === 0);
  const readAlone = async (cell: WorkCell): Promise<void> => {
    const alone = await reading(upstream.readCell(cell.cell, options));
    const isBad = 'error' in alone && alone.error.code !== 'rejected' && isOfTheCell(alone.error);
    // The record's whole row may still show a cell that the service fails to read.
    const { recordType, recordId } = cell.cell;
    readings.set(
      cell,
      isBad ? await reading(valueInRow(upstream, { recordType, recordId }, cell, options)) : alone,
    );
  };
  const readSlice = async ({ filter, cells: asked }: ReturnType<typeof planReads<WorkCell>>[number]) => {
    const [first] = asked;
    if (asked.length === 1 && first) return readAlone(first);
    let values: Map<string, boolean>;
    try {
      values = await valuesOf(upstream, filter, options);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      for (const cell of asked)
        if (isOfTheCell(error)) await readAlone(cell);
        else readings.set(cell, { error });
      return;
    }
    for (const cell of asked) {
      const value = values.get(cellKey(cell.cell));
      if (value === undefined) await readAlone(cell);
      else readings.set(cell, { value });
    }
  };
  const reads = planReads(
    fresh,
    ({ cell }) => cell,
    (type) => mirror.recordsOfType(type),
  );
  await Promise.all([...reads.map(readSlice), ...retried.map(readAlone)]);
  return readings;
}

/** Whether a failure may concern one cell only. */
export function isOfTheCell(error: UpstreamError): boolean {
  return error.code === 'rejected' || error.code === 'service-malformed' || error.status === 500;
}

async function valuesOf(
  upstream: Upstream,
  filter: SecurityFilter,
  options: CallOptions,
): Promise<Map<string, boolean>> {
  const values = new Map<string, boolean>();
  for await (const page of upstream.readSecurity(filter, options)) {
    for (const row of page.rows) {
      const { BssiMasterRecordType: recordType, BssiMasterRecordID: recordId, BssiEntityID: entityId } = row;
      values.set(cellKey({ recordType, recordId, entityId }), row.BssiAccessible);
    }
  }
  return values;
}

async function valueInRow(
  upstream: Upstream,
  record: SecurityFilter,
  { cell }: WorkCell,
  options: CallOptions,
): Promise<CellValue> {
  return (await valuesOf(upstream, record, options)).get(cellKey(cell)) ?? null;
}

async function reading(value: Promise<CellValue>): Promise<CellReading> {
  try {
    return { value: await value };
  } catch (error) {
    if (error instanceof UpstreamError) return { error };
    throw error;
  }
}
