import 'server-only';
import { surelyOutside } from './odata/filter';
import type { ODataQuery } from './odata/filter';
import type { CallOptions } from './transport/sender';
import type { EntitySetReader } from './odata/entity-set';
import { identityFields, journalRows } from './odata/wire';
import type { JournalWireRow } from './odata/wire';

/** One page of journal lines, or a part of a large one. */
export interface JournalPage {
  rows: JournalWireRow[];
  /** Rows of the same page before these, those that were dropped too. */
  rowsBefore: number;
  /** Epoch ms at which the request of this page was sent. */
  requestedAt: number;
  /** The service's own count of all matching lines, when asked for and given; null otherwise. */
  count: number | null;
  /** Rows certainly outside the filter came back and were dropped here. */
  filterIgnored: boolean;
}

/** Reads journal lines (interface section 4.4). */
export function journalReader(
  open: EntitySetReader,
): (query: ODataQuery, options: CallOptions) => AsyncGenerator<JournalPage, void, undefined> {
  return async function* (query, options) {
    const { filter, select } = query;
    const identity = identityFields.filter((field) => select === undefined || select.includes(field));
    for await (const page of open('journal', 'JournalTemplateName', query, options)) {
      const rows = journalRows(page.value, identity, page.rowsBefore);
      const inside = filter === undefined ? rows : rows.filter((row) => !surelyOutside(row, filter));
      const { rowsBefore, requestedAt, count } = page;
      yield { rows: inside, rowsBefore, requestedAt, count, filterIgnored: inside.length < rows.length };
    }
  };
}
