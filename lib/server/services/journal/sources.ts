import 'server-only';
import type { Logger } from 'pino';
import type { JournalPage } from '@/lib/contract/journal/journal';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { usualDecimals } from '@/lib/domain/currency';
import { remotePlan } from '@/lib/domain/journal/remote-plan';
import type { Upstream } from '@/lib/server/upstream/client';
import { KnownAbilities } from '@/lib/server/services/journal/remote/known-abilities';
import { isDeniedRequest } from '@/lib/server/services/journal/remote/remote-abilities';
import { askRemote } from '@/lib/server/services/journal/remote/remote-source';
import type { KnownAccess } from '@/lib/server/services/journal/snapshot/check-rows';
import type { JournalSnapshot } from '@/lib/server/services/journal/snapshot/journal-snapshot';
import { SnapshotSource, type SnapshotState } from '@/lib/server/services/journal/snapshot/snapshot-source';

/** One ask: who waits. */
export interface JournalCall {
  signal: AbortSignal;
  requestId: string;
}

/** How old the lines are that an answer is made of. */
export type LinesAge = Pick<JournalPage, 'asOf' | 'refreshing' | 'stale'>;

/** The two ways to journal lines of one connection, behind one question. */
export interface JournalSources {
  /** One page. Throws UpstreamError or ConsoleError when neither way leads to an answer. */
  list(query: JournalQuery, call: JournalCall): Promise<JournalPage>;
  /**
   * The copy of all lines, kept as it is until `release` is called, which must happen.
   * @throws as `list`.
   */
  hold(signal: AbortSignal): Promise<HeldLines>;
  /** Begins to read the copy of all lines again, whatever its age. */
  refresh(): void;
  /** Ends reads under way and throws the snapshot away. */
  close(): Promise<void>;
}

/** A copy of all lines that stays readable though a newer one takes its place. */
export interface HeldLines {
  lines: JournalSnapshot;
  age: LinesAge;
  release: () => void;
}

interface JournalSourcesOptions {
  /** Folder for the disposable files; nothing in it outlives the process. */
  directory: string;
  log: Pick<Logger, 'info' | 'warn'>;
  now?: () => number;
  /** Milliseconds of a clock that is never set back. */
  tick?: () => number;
  /** The access matrix, for the checks that ask it; without it they say that it is not read. */
  access?: KnownAccess;
  /** Decimals of the currency, which checks of amounts go by; two where it is left out. */
  decimals?: number;
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
  const snapshot = new SnapshotSource(upstream, {
    ...options,
    now,
    tick,
    access: options.access ?? (() => null),
    decimals: options.decimals ?? usualDecimals,
  });

  async function fromService(query: JournalQuery, call: JournalCall): Promise<JournalPage | null> {
    const plan = remotePlan(query, await abilities.get(closing.signal));
    if (!plan) return null;
    try {
      const answer = await askRemote(upstream, plan, query, call);
      if (!('lacks' in answer)) {
        const { rows, total, readAt } = answer;
        const asOf = new Date(readAt).toISOString();
        const { page, pageSize } = query;
        return { rows, total, page, pageSize, source: 'remote', asOf, refreshing: false };
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
    const { page, pageSize } = query;
    return snapshot.ask(
      (lines, state) => ({
        ...lines.page(query),
        ...{ page, pageSize, source: 'snapshot' as const },
        ...ageOf(lines, state),
      }),
      call.signal,
    );
  }

  return {
    async list(query, call) {
      return (await fromService(query, call)) ?? fromSnapshot(query, call);
    },
    hold: (signal) =>
      snapshot.ask((lines, state) => ({ lines, age: ageOf(lines, state), release: lines.hold() }), signal),
    refresh: () => {
      snapshot.refresh();
    },
    async close() {
      closing.abort();
      await snapshot.close();
    },
  };
}

function ageOf({ readAt }: JournalSnapshot, state: SnapshotState): LinesAge {
  return { asOf: new Date(readAt).toISOString(), ...state };
}
