import 'server-only';
import { mayBeMisread } from '@/lib/domain/access/misread-ids';
import type { Addresses } from './odata/address';
import type { EntitySetReader } from './odata/entity-set';
import type { Comparison } from './odata/filter';
import { jsonOf } from './odata/page';
import type { RawPage } from './odata/paging';
import { securityRows } from './odata/wire';
import type { SecurityWireRow } from './odata/wire';
import { malformed, notSendable, UpstreamError } from './errors/upstream-error';
import { plainMessage, requestIdOf } from './errors/user-message';
import { largest } from './transport/body';
import type { WireAnswer } from './transport/exchange';
import type { CallOptions, Sender } from './transport/sender';

export interface SecurityFilter {
  recordType?: string;
  recordId?: string;
  entityId?: string;
  accessible?: boolean;
}

export interface SecurityPage {
  rows: SecurityWireRow[];
  /** Rows of the same page before these, including rows outside the filter. */
  rowsBefore: number;
  requestedTick: number;
  /** The service sent rows outside the filter; they are not in `rows`. */
  filterIgnored: boolean;
}

export interface SecurityReader {
  read(filter: SecurityFilter, options: CallOptions): AsyncGenerator<SecurityPage, void, undefined>;
  /** Null: no such assignment. @throws `rejected` when the service spells it in another case. */
  cell(
    cell: { recordType: string; recordId: string; entityId: string },
    options: CallOptions,
  ): Promise<boolean | null>;
}

export function securityReader(open: EntitySetReader): SecurityReader {
  const ask = (filter: SecurityFilter, options: CallOptions): AsyncGenerator<RawPage, void, undefined> =>
    open('security', 'BssiMasterRecordType', comparisons(filter), options);

  /** All rows of the service; asks again with the `widened` filter if none matches. */
  async function* rowPages(
    filter: SecurityFilter,
    options: CallOptions,
  ): AsyncGenerator<SecurityPage & { all: SecurityWireRow[]; isWidened: boolean }, void, undefined> {
    const isPlain = ![filter.recordType, filter.recordId, filter.entityId].some((part = '') =>
      mayBeMisread(part),
    );
    let isSettled = false;
    for await (const { value, rowsBefore, requestedTick } of ask(filter, options)) {
      const all = securityRows(value, rowsBefore);
      const rows = rowsInside(all, filter);
      const filterIgnored = rows.length < all.length && all.some((row) => isForeign(row, filter));
      // A service that ignores the filter has sent everything.
      isSettled ||= rows.length > 0 || (filterIgnored && isPlain);
      yield { all, rows, rowsBefore, requestedTick, filterIgnored, isWidened: false };
    }
    const wider = isSettled ? null : widened(filter);
    if (wider === null) return;
    for await (const { value, rowsBefore, requestedTick } of ask(wider, options)) {
      const all = securityRows(value, rowsBefore);
      const rows = rowsInside(all, filter);
      yield { all, rows, rowsBefore, requestedTick, filterIgnored: false, isWidened: true };
    }
  }

  async function* read(
    filter: SecurityFilter,
    options: CallOptions,
  ): AsyncGenerator<SecurityPage, void, undefined> {
    for await (const { rows, rowsBefore, requestedTick, filterIgnored, isWidened } of rowPages(
      filter,
      options,
    ))
      // Pages of a wider filter may have no matching row.
      if (!isWidened || rows.length > 0) yield { rows, rowsBefore, requestedTick, filterIgnored };
  }

  async function cell(
    { recordType, recordId, entityId }: { recordType: string; recordId: string; entityId: string },
    options: CallOptions,
  ): Promise<boolean | null> {
    const wanted = { recordType, recordId, entityId }; // the caller's object may have more properties
    let otherSpelling: SecurityWireRow | null = null;
    for await (const { all, rows } of rowPages(wanted, options)) {
      const [exact] = rows;
      if (exact !== undefined) return exact.BssiAccessible;
      otherSpelling ??= all.find((row) => !isForeign(row, wanted)) ?? null;
    }
    if (otherSpelling !== null) throw spelledOtherwise(otherSpelling);
    return null;
  }

  return { read, cell };
}

/** The filter without parts that the service may misread, or without the ID of a whole key; null: no use. */
function widened({ recordType, recordId, entityId, accessible }: SecurityFilter): SecurityFilter | null {
  if (accessible !== undefined) return null;
  const isWholeKey = recordType !== undefined && recordId !== undefined && entityId !== undefined;
  const wider: SecurityFilter = {};
  if (recordType !== undefined && !mayBeMisread(recordType)) wider.recordType = recordType;
  if (entityId !== undefined && !mayBeMisread(entityId)) wider.entityId = entityId;
  const isIdKept = recordId !== undefined && !mayBeMisread(recordId);
  if (isIdKept && !(isWholeKey && wider.entityId !== undefined)) wider.recordId = recordId;
  const isSame =
    wider.recordType === recordType && wider.recordId === recordId && wider.entityId === entityId;
  return isSame ? null : wider;
}

function comparisons({ recordType, recordId, entityId, accessible }: SecurityFilter): Comparison[] {
  const wanted = {
    BssiMasterRecordType: recordType,
    BssiMasterRecordID: recordId,
    BssiEntityID: entityId,
    BssiAccessible: accessible,
  };
  return Object.entries(wanted).flatMap(([field, value]) => (value === undefined ? [] : [{ field, value }]));
}

function rowsInside(rows: SecurityWireRow[], filter: SecurityFilter): SecurityWireRow[] {
  const { recordType, recordId, entityId, accessible } = filter;
  const inside = (row: SecurityWireRow): boolean =>
    (recordType === undefined || row.BssiMasterRecordType === recordType) &&
    (recordId === undefined || row.BssiMasterRecordID === recordId) &&
    (entityId === undefined || row.BssiEntityID === entityId) &&
    (accessible === undefined || row.BssiAccessible === accessible);
  return rows.every(inside) ? rows : rows.filter(inside);
}

/** Whether a row differs by more than case: the service compares codes without case. */
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

/** The service would change the other spelling, and the console would never see the requested key. */
function spelledOtherwise(row: SecurityWireRow): UpstreamError {
  const record = plainMessage(`${row.BssiMasterRecordType} ${row.BssiMasterRecordID}`);
  const entity = plainMessage(row.BssiEntityID);
  return notSendable(
    `The service spells this ${record}, entity ${entity}. IDs are compared exactly, so nothing was sent.`,
  );
}

export interface AccessPost {
  recordType: string;
  recordId: string;
  entityId: string;
  accessible: boolean;
}

export interface AccessEcho {
  status: 200 | 201 | 204;
  echo: 'same' | 'different' | 'none';
  serviceRequestId: string | null;
}

const loneSurrogate = /\p{Surrogate}/u;

/** Sends changes; repeats one only when the service certainly did not run it. */
export function accessPoster(
  sender: Sender,
  addresses: Addresses,
): (change: AccessPost, options: CallOptions) => Promise<AccessEcho> {
  return async (change, options) => {
    const sent = {
      BssiMasterRecordType: change.recordType,
      BssiMasterRecordID: change.recordId,
      BssiEntityID: change.entityId,
      BssiAccessible: change.accessible,
    };
    // Encoding replaces half a character, which could name another record.
    if (Object.values(sent).some((value) => typeof value === 'string' && loneSurrogate.test(value)))
      throw notSendable('The change names half a character (a lone surrogate). Nothing was sent.');
    const answer = await sender.send(
      {
        method: 'POST',
        resource: 'security',
        url: addresses.entitySet('security', ''),
        accept: 'application/json',
        maxBytes: largest.small,
        body: JSON.stringify(sent),
      },
      options,
    );
    const { status } = answer;
    if (status === 200 || status === 201 || status === 204) {
      const serviceRequestId = requestIdOf(answer.header('request-id'));
      return { status, echo: await echoOf(answer, sent), serviceRequestId };
    }
    throw malformed(
      `The service answered a change with status ${status}, which the interface does not know.`,
      {
        status,
        executed: 'unknown',
      },
    );
  };
}

async function echoOf(answer: WireAnswer, sent: Record<string, unknown>): Promise<AccessEcho['echo']> {
  if (answer.status === 204 || answer.body.length === 0) return 'none';
  const record = await recordOf(answer);
  return Object.entries(sent).every(
    ([field, value]) => Object.hasOwn(record, field) && record[field] === value,
  )
    ? 'same'
    : 'different';
}

async function recordOf(answer: WireAnswer): Promise<Record<string, unknown>> {
  try {
    const parsed = await jsonOf(answer.body);
    const list = Array.isArray(parsed) ? parsed : parsed['value'];
    const record: unknown = Array.isArray(list) ? list[0] : parsed;
    return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : {};
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    throw malformed(error.userMessage, { status: answer.status, executed: 'unknown' });
  }
}
