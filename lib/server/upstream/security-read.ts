import 'server-only';
import { notSendable } from './errors';
import type { UpstreamError } from './errors';
import type { Comparison } from './filter';
import type { CallOptions } from './sender';
import { plainSentence } from './sentence';
import type { SetOpener } from './set-read';
import { securityRows } from './wire';
import type { SecurityWireRow } from './wire';

/** Exact values; what is absent does not narrow. */
export interface SecurityFilter {
  recordType?: string;
  recordId?: string;
  entityId?: string;
  accessible?: boolean;
}

/** One page of combinations. */
export interface SecurityPage {
  rows: SecurityWireRow[];
  /** Epoch ms at which the request of this page was sent. */
  requestedAt: number;
  /** Rows outside the filter came back and were dropped here. */
  filterIgnored: boolean;
}

/** The two ways to read the security set (interface section 4.2). */
export interface SecurityReader {
  read(filter: SecurityFilter, options: CallOptions): AsyncGenerator<SecurityPage, void, undefined>;
  /** Null: no such combination. Throws `rejected` when the service has it in other capitals only. */
  cell(
    cell: { recordType: string; recordId: string; entityId: string },
    options: CallOptions,
  ): Promise<boolean | null>;
}

export function securityReader(open: SetOpener): SecurityReader {
  async function* read(
    filter: SecurityFilter,
    options: CallOptions,
  ): AsyncGenerator<SecurityPage, void, undefined> {
    const pages = open('security', 'BssiMasterRecordType', { filter: { and: comparisons(filter) } }, options);
    for await (const page of pages) {
      const rows = securityRows(page.value);
      const inside = rowsInside(rows, filter);
      yield {
        rows: inside,
        requestedAt: page.requestedAt,
        filterIgnored: inside.length < rows.length && rows.some((row) => isForeign(row, filter)),
      };
    }
  }

  async function cell(
    { recordType, recordId, entityId }: { recordType: string; recordId: string; entityId: string },
    options: CallOptions,
  ): Promise<boolean | null> {
    const wanted = { recordType, recordId, entityId }; // the caller's object may say more than the key
    let otherSpelling: SecurityWireRow | null = null;
    const pages = open('security', 'BssiMasterRecordType', { filter: { and: comparisons(wanted) } }, options);
    for await (const page of pages) {
      const rows = securityRows(page.value);
      const exact = rowsInside(rows, wanted)[0];
      if (exact !== undefined) return exact.BssiAccessible;
      otherSpelling ??= rows.find((row) => !isForeign(row, wanted)) ?? null;
    }
    if (otherSpelling !== null) throw spelledOtherwise(otherSpelling);
    return null;
  }

  return { read, cell };
}

function comparisons(filter: SecurityFilter): Comparison[] {
  const found: Comparison[] = [];
  const text = (field: string, value: string | undefined): void => {
    if (value !== undefined) found.push({ field, op: 'eq', value, kind: 'string' });
  };
  text('BssiMasterRecordType', filter.recordType);
  text('BssiMasterRecordID', filter.recordId);
  text('BssiEntityID', filter.entityId);
  if (filter.accessible !== undefined)
    found.push({ field: 'BssiAccessible', op: 'eq', value: filter.accessible, kind: 'boolean' });
  return found;
}

/** The rows whose key parts are exactly the wanted ones; the very array when none has to go. */
function rowsInside(rows: SecurityWireRow[], filter: SecurityFilter): SecurityWireRow[] {
  const { recordType, recordId, entityId, accessible } = filter;
  const inside = (row: SecurityWireRow): boolean =>
    (recordType === undefined || row.BssiMasterRecordType === recordType) &&
    (recordId === undefined || row.BssiMasterRecordID === recordId) &&
    (entityId === undefined || row.BssiEntityID === entityId) &&
    (accessible === undefined || row.BssiAccessible === accessible);
  return rows.every(inside) ? rows : rows.filter(inside);
}

/** Differs by more than case: the service compares codes without case, which is no sign of an ignored filter. */
function isForeign(row: SecurityWireRow, filter: SecurityFilter): boolean {
  const other = (value: string, wanted: string | undefined): boolean =>
    wanted !== undefined && value !== wanted && value.toLowerCase() !== wanted.toLowerCase();
  return (
    other(row.BssiMasterRecordType, filter.recordType) ||
    other(row.BssiMasterRecordID, filter.recordId) ||
    other(row.BssiEntityID, filter.entityId) ||
    (filter.accessible !== undefined && row.BssiAccessible !== filter.accessible)
  );
}

/** The service would change that row and never show the asked key: said before anything is changed. */
function spelledOtherwise(row: SecurityWireRow): UpstreamError {
  const record = plainSentence(`${row.BssiMasterRecordType} ${row.BssiMasterRecordID}`);
  const entity = plainSentence(row.BssiEntityID);
  return notSendable(
    `The service spells this ${record}, entity ${entity}. IDs are compared exactly, so nothing was sent.`,
  );
}
