import 'server-only';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalQuery, SortKey } from '@/lib/domain/journal/query';
import type { RemoteAbilities, RemotePlan } from '@/lib/domain/journal/remote-plan';
import type { JournalPage as UpstreamPage, Upstream } from '@/lib/server/upstream/client';
import type { JournalWireRow } from '@/lib/server/upstream/odata/wire';
import { fieldsSent, rowSent } from './fields-sent';

/** One page from the service, or what it turned out not to do; `rows`: it gave fewer than asked though there are more. */
export type RemoteAnswer =
  { rows: JournalRow[]; total: number | null; readAt: number } | { lacks: keyof RemoteAbilities | 'rows' };

interface RemoteCall {
  signal: AbortSignal;
  requestId: string;
}

/** Asks the service for one page and checks that the answer keeps to the question. Throws UpstreamError. */
export async function askRemote(
  upstream: Upstream,
  plan: RemotePlan,
  query: JournalQuery,
  call: RemoteCall,
): Promise<RemoteAnswer> {
  const { orderBy, top, skip } = plan;
  const page = await onePage(upstream, plan, call);
  if (!page) return { lacks: 'page' };
  if (page.filterIgnored) return { lacks: 'filter' };
  if (page.rows.length > top) return { lacks: 'page' };
  if (!inOrder(page.rows, orderBy[0])) return { lacks: 'order' };
  const end = skip + page.rows.length;
  let total = page.count;
  // With $top the service sends no link to further rows, even where its own largest page is smaller than asked for.
  if (page.rows.length < top && total !== null && end < total && skip < total) return { lacks: 'rows' };
  if (page.rows.length < top && total === null && (page.rows.length > 0 || skip === 0)) {
    const next = await onePage(upstream, { ...plan, top: 1, skip: end }, call);
    if (next?.rows.length !== 0) return { lacks: 'rows' };
    total = end;
  }
  const names = fieldsSent(query.columns);
  return { rows: page.rows.map((row) => rowSent(row, names)), total, readAt: page.requestedAt };
}

async function onePage(upstream: Upstream, plan: RemotePlan, call: RemoteCall): Promise<UpstreamPage | null> {
  const { comparisons, select, orderBy, top, skip, count } = plan;
  const filter = comparisons.length > 0 ? { filter: { and: comparisons } } : {};
  const pages = upstream.readJournal(
    { ...filter, ...(select ? { select } : {}), orderBy, top, skip, count },
    { ...call, priority: 'interactive' },
  );
  const rows: JournalWireRow[] = [];
  let first: UpstreamPage | undefined;
  for await (const part of pages) {
    first ??= part;
    rows.push(...part.rows);
    if (part.filterIgnored || rows.length > top) return { ...first, rows, filterIgnored: part.filterIgnored };
  }
  return first === undefined ? null : { ...first, rows };
}

/** Texts sort by the service's own rules, so only numbers, dates and times can show that an order was ignored. */
function inOrder(rows: readonly JournalWireRow[], first: SortKey | undefined): boolean {
  const kind = first && journalField(first.field)?.kind;
  if (!first || kind === 'string') return true;
  const valueAt = (at: number) => {
    const value = rows[at]?.[first.field];
    return kind === 'decimal' && typeof value === 'string' ? Number(value) : value; // of many digits
  };
  for (let at = 1; at < rows.length; at++) {
    const [before, after] = [valueAt(at - 1), valueAt(at)];
    if (before === undefined || after === undefined || typeof before !== typeof after) continue;
    if (first.descending ? before < after : before > after) return false;
  }
  return true;
}
