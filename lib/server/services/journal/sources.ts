import 'server-only';
import type { Logger } from 'pino';
import type { JournalPage } from '@/lib/contract/journal';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { remotePlan } from '@/lib/domain/journal/remote-plan';
import type { Upstream } from '@/lib/server/upstream/client';
import { KnownAbilities } from '@/lib/server/services/journal/remote/known-abilities';
import { isDeniedRequest } from '@/lib/server/services/journal/remote/remote-abilities';
import { askRemote } from '@/lib/server/services/journal/remote/remote-source';
import { SnapshotSource } from '@/lib/server/services/journal/snapshot/snapshot-source';

/** One ask: who waits, and whether the lists of entities and batches are wanted with the page. */
export interface JournalCall {
  signal: AbortSignal;
  requestId: string;
  facets?: boolean;
}

/** The two ways to journal lines of one connection, behind one question. */
export interface JournalSources {
  /** One page. Throws UpstreamError or ConsoleError when neither way leads to an answer. */
  list(query: JournalQuery, call: JournalCall): Promise<JournalPage>;
  /** Ends reads under way and throws the snapshot away. */
  close(): Promise<void>;
}

interface JournalSourcesOptions {
  /** Folder for the disposable files; nothing in it outlives the process. */
  directory: string;
  log: Pick<Logger, 'info' | 'warn'>;
  now?: () => number;
  /** Milliseconds of a clock that is never set back. */
  tick?: () => number;
}

/**
 * The service answers what it is known to answer as people expect; everything else is answered from a copy of all
 * lines. Both give the same rows in the same order.
 */
export function createJournalSources(upstream: Upstream, options: JournalSourcesOptions): JournalSources {
  const now = options.now ?? Date.now;
  const tick = options.tick ?? (() => performance.now());
  const closing = new AbortController();
  const abilities = new KnownAbilities(upstream, tick);
  const snapshot = new SnapshotSource(upstream, { ...options, now, tick });

  async function fromService(query: JournalQuery, call: JournalCall): Promise<JournalPage | null> {
    const plan = remotePlan(query, await abilities.get(closing.signal));
    if (!plan) return null;
    try {
      const answer = await askRemote(upstream, plan, query, call);
      if (!('lacks' in answer)) {
        const { rows, total, readAt } = answer;
        return { ...pageOf(query, readAt), rows, total, source: 'remote', refreshing: false };
      }
      if (answer.lacks !== 'rows') abilities.distrust(answer.lacks);
      options.log.warn(
        { lacks: answer.lacks },
        'The service did not do as asked; the console reads all lines.',
      );
    } catch (error) {
      if (call.signal.aborted) throw error;
      if (isDeniedRequest(error)) {
        // Only these statuses speak of what the service can do; a filter too long to be sent says nothing about it.
        if (error.status === 400 || error.status === 501)
          abilities.distrust(plan.comparisons.length > 0 ? 'filter' : 'page');
      } else {
        abilities.forget();
        if (!snapshot.present) throw error;
      }
    }
    return null;
  }

  function fromSnapshot(query: JournalQuery, call: JournalCall): Promise<JournalPage> {
    return snapshot.ask((lines, state) => {
      const { rows, total } = lines.page(query);
      const facets = call.facets === true ? { facets: lines.facets } : {};
      return { ...pageOf(query, lines.readAt), rows, total, source: 'snapshot', ...state, ...facets };
    }, call.signal);
  }

  return {
    async list(query, call) {
      const answer = call.facets === true ? null : await fromService(query, call);
      return answer ?? fromSnapshot(query, call);
    },
    async close() {
      closing.abort();
      await snapshot.close();
    },
  };
}

function pageOf(query: JournalQuery, readAt: number): Pick<JournalPage, 'page' | 'pageSize' | 'asOf'> {
  return { page: query.page, pageSize: query.pageSize, asOf: new Date(readAt).toISOString() };
}
