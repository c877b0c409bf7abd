import 'server-only';
import { keyFields } from '@/lib/domain/journal/field-index';
import type { RemoteAbilities } from '@/lib/domain/journal/remote-plan';
import type { Upstream } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors/errors';
import type { ODataQuery } from '@/lib/server/upstream/odata/filter';
import type { JournalWireRow } from '@/lib/server/upstream/odata/wire';

/** What is assumed of a service that nobody has tried. */
export const noAbilities: RemoteAbilities = {
  filter: false,
  order: false,
  page: false,
  count: false,
  select: false,
};

const ascending = keyFields.map((field) => ({ field, descending: false }));
const descending = keyFields.map((field) => ({ field, descending: true }));

/**
 * Tries with four small reads what the service does with query options, which it may ignore without a word. Null
 * when there are too few lines to tell. Throws UpstreamError when the service cannot be asked.
 */
export async function probeAbilities(
  upstream: Upstream,
  signal: AbortSignal,
): Promise<RemoteAbilities | null> {
  const ask = (query: ODataQuery): Promise<Probe | null> => probe(upstream, query, signal);
  const start = await ask({ orderBy: ascending, top: 2, count: true });
  if (!start || start.rows.length > 2) return noAbilities;
  const [first, second] = start.rows;
  if (!first || !second) return null;
  const [skipped, last, found] = await Promise.all([
    ask({ orderBy: ascending, top: 1, skip: 1, select: keyFields }),
    ask({ orderBy: descending, top: 1 }),
    ask({ filter: { and: identityOf(second) }, top: 2 }),
  ]);
  return {
    page: skipped?.rows.length === 1 && identity(skipped.rows[0]) === identity(second),
    order: last?.rows.length === 1 && identity(last.rows[0]) !== identity(first),
    filter: found?.rows.length === 1 && !found.filterIgnored && identity(found.rows[0]) === identity(second),
    count: start.count !== null,
    select: skipped?.rows[0] !== undefined && !('PostingDate' in skipped.rows[0]),
  };
}

interface Probe {
  rows: JournalWireRow[];
  count: number | null;
  filterIgnored: boolean;
}

/** One page, or null where the service refuses to understand the question. */
async function probe(upstream: Upstream, query: ODataQuery, signal: AbortSignal): Promise<Probe | null> {
  try {
    for await (const page of upstream.readJournal(query, { signal, priority: 'interactive' })) return page;
    return { rows: [], count: null, filterIgnored: false };
  } catch (error) {
    if (isDeniedRequest(error)) return null;
    throw error;
  }
}

/** Whether the request was turned down, by the service or before it was sent, while the service may be quite well. */
export function isDeniedRequest(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.code === 'rejected';
}

function identityOf(
  row: JournalWireRow,
): { field: string; op: 'eq'; value: string | number; kind: 'string' | 'integer' }[] {
  return keyFields.map((field) => {
    const value = row[field];
    return typeof value === 'number'
      ? { field, op: 'eq', value, kind: 'integer' }
      : { field, op: 'eq', value: String(value ?? ''), kind: 'string' };
  });
}

function identity(row: JournalWireRow | undefined): string {
  return JSON.stringify(keyFields.map((field) => row?.[field]));
}
