import 'server-only';
import { onePerValue } from './filter';
import type { Filter, ODataQuery } from './filter';
import { surelyOutside } from './matching';
import type { CallOptions } from './sender';
import type { SetOpener } from './set-read';
import { identityFields, journalRows } from './wire';
import type { JournalWireRow } from './wire';

/** One page of journal lines. */
export interface JournalPage {
  rows: JournalWireRow[];
  /** Epoch ms at which the request of this page was sent. */
  requestedAt: number;
  /** The service's own count of all matching lines, when asked for and given; null otherwise. */
  count: number | null;
  /** Rows certainly outside the filter came back and were dropped here. */
  filterIgnored: boolean;
}

/**
 * Reads journal lines (interface section 4.4). A full read whose filter names several values of one field asks once
 * per value and merges on the key, unless `sameFieldOr`; the order is then per value.
 */
export function journalReader(
  open: SetOpener,
): (query: ODataQuery, options: CallOptions) => AsyncGenerator<JournalPage, void, undefined> {
  async function* one(query: ODataQuery, options: CallOptions): AsyncGenerator<JournalPage, void, undefined> {
    const { filter, select } = query;
    const identity = identityFields.filter((field) => select === undefined || select.includes(field));
    for await (const page of open('journal', 'JournalTemplateName', query, options)) {
      const rows = journalRows(page.value, identity);
      const inside = filter === undefined ? rows : rows.filter((row) => !surelyOutside(row, filter));
      const { requestedAt, count } = page;
      yield { rows: inside, requestedAt, count, filterIgnored: inside.length < rows.length };
    }
  }

  async function* merged(
    filters: Filter[],
    query: ODataQuery,
    options: CallOptions,
  ): AsyncGenerator<JournalPage, void, undefined> {
    const seen = new Set<string>();
    const select =
      query.select === undefined ? undefined : [...new Set([...query.select, ...identityFields])];
    for (const filter of filters) {
      const single = { ...query, filter, ...(select === undefined ? {} : { select }) };
      for await (const page of one(single, options)) {
        const rows = page.rows.filter((row) => {
          const key = JSON.stringify(identityFields.map((field) => row[field]));
          return !seen.has(key) && seen.add(key);
        });
        yield { ...page, rows, count: null };
      }
    }
  }

  return (query, options) => {
    const full = query.top === undefined && query.skip === undefined && query.count !== true;
    const filters =
      query.filter === undefined || !full || query.sameFieldOr === true ? [] : onePerValue(query.filter);
    return filters.length > 1 ? merged(filters, query, options) : one(query, options);
  };
}
