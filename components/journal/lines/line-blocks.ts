import type { QueryClient } from '@tanstack/react-query';
import type { journalPageQuery } from '@/lib/client/journal/journal';
import { copyRank } from '@/lib/client/journal/one-copy';
import type { JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import { linesInBlock } from '@/lib/domain/journal/query';
import { rowsWithChecks } from '../checks/checks-column';

type BlockQuery = ReturnType<typeof journalPageQuery>;
type Listener = (page: JournalPage) => void;

/** ms between two looks at which rows are in view while they scroll by. */
const lookMs = 90;
/** Blocks that are read at once while rows scroll by; the next one is what is in view by then. */
const mostAtOnce = 2;
/** Rows beyond the view that are read with it, and where it moves to: more than scroll by while they are read. */
const [nearRows, nextRows] = [30, linesInBlock];
/** How often lines are read that belong to several times. */
const mostReadings = 3;

/** The blocks of one list of lines, read as they come into view; nothing is drawn by React for it. */
export class LineBlocks {
  readonly #client: QueryClient;
  readonly #queryOf: (block: number) => BlockQuery;
  readonly #hashes = new Map<number, string>();
  readonly #listeners = new Set<Listener>();
  readonly #reading = new Set<number>();
  /** How many selections wait for each block. */
  readonly #waiting = new Map<number, number>();
  readonly #failed = new Set<number>();
  #wanted: readonly number[] = [];
  #top = 0;
  #looking: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, queryOf: (block: number) => BlockQuery) {
    this.#client = client;
    this.#queryOf = queryOf;
  }

  /** The line of a row, counted from 0; undefined: it has not come. */
  readonly at = (row: number): JournalRow | undefined => {
    const page = this.#page(Math.floor(row / linesInBlock));
    return page && rowsWithChecks(page)[row % linesInBlock];
  };

  /**
   * All lines of these rows as they were at one time, read where they have not come.
   * @param signal ends the reading, but for blocks that somebody else waits for.
   * @throws ApiError; Error where the lines are renewed faster than they can be read, or the reading was ended.
   */
  readonly read = async (top: number, bottom: number, signal?: AbortSignal): Promise<JournalRow[]> => {
    const blocks = blocksOf(top, bottom);
    for (let reading = 0; reading < mostReadings; reading++) {
      const pages: JournalPage[] = [];
      for (const block of blocks)
        pages.push(await this.#wait(block, signal, () => this.#client.ensureQueryData(this.#queryOf(block))));
      const ranks = pages.map(copyRank);
      const newest = ranks.toSorted().at(-1);
      const older = blocks.filter((_, at) => ranks[at] !== newest);
      if (older.length === 0) {
        const rows = pages.flatMap(rowsWithChecks);
        const first = (blocks[0] ?? 0) * linesInBlock;
        return rows.slice(Math.max(0, top - first), bottom - first + 1);
      }
      await Promise.all(
        older.map((block) =>
          this.#wait(block, signal, () => this.#client.fetchQuery({ ...this.#queryOf(block), staleTime: 0 })),
        ),
      );
    }
    throw new Error('The lines were renewed while they were read.');
  };

  /** Tells each block that was read because it came into view, until the returned function is called. */
  readonly onCame = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * These rows are in view: what of them has not come is read soon, unless others are in view by then; and with them the
   * rows that come next where the view goes on as it moved.
   * @param count how many rows there are.
   * @returns the blocks of what is in view and near it.
   */
  show(top: number, bottom: number, count: number): number[] {
    const between = (from: number, to: number) => blocksOf(Math.max(0, from), Math.min(to, count - 1));
    const near = between(top - nearRows, bottom + nearRows);
    const next = top < this.#top ? between(top - nextRows, top) : between(bottom, bottom + nextRows);
    this.#top = top;
    this.#wanted = [...between(top, bottom), ...near, ...next];
    this.#failed.clear();
    this.#looking ??= setTimeout(() => {
      this.#looking = undefined;
      this.#look();
    }, lookMs);
    return near;
  }

  /** Begins no further reading. */
  stop(): void {
    clearTimeout(this.#looking);
    this.#looking = undefined;
    this.#wanted = [];
  }

  #look(): void {
    for (const block of this.#wanted) {
      if (this.#reading.size >= mostAtOnce) return;
      const isKnown = this.#reading.has(block) || this.#failed.has(block) || this.#page(block) !== undefined;
      if (!isKnown) void this.#read(block);
    }
  }

  async #read(block: number): Promise<void> {
    this.#reading.add(block);
    try {
      const page = await this.#client.fetchQuery(this.#queryOf(block));
      for (const listener of this.#listeners) listener(page);
    } catch {
      this.#failed.add(block); // where scrolling rests, the page asks again and says what is wrong
    }
    this.#reading.delete(block);
    this.#look();
  }

  /** Waits for a block; where a signal ends that and nobody else needs the block, it is read no further. */
  async #wait(
    block: number,
    signal: AbortSignal | undefined,
    ask: () => Promise<JournalPage>,
  ): Promise<JournalPage> {
    signal?.throwIfAborted();
    const count = (by: 1 | -1): number => {
      const waiting = (this.#waiting.get(block) ?? 0) + by;
      this.#waiting.set(block, waiting);
      return waiting;
    };
    count(1);
    const cancel = (): void => {
      if (count(-1) > 0 || this.#reading.has(block)) return;
      const { queryKey } = this.#queryOf(block);
      const isUnseen = (query: { getObserversCount: () => number }) => query.getObserversCount() === 0;
      void this.#client.cancelQueries({ queryKey, exact: true, predicate: isUnseen });
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await ask();
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (signal?.aborted !== true) count(-1);
    }
  }

  /** Asked for each cell that is painted: working out a block's key each time would take longer than to paint it. */
  #page(block: number): JournalPage | undefined {
    let hash = this.#hashes.get(block);
    if (hash === undefined) {
      hash = this.#client.defaultQueryOptions(this.#queryOf(block)).queryHash;
      this.#hashes.set(block, hash);
    }
    return this.#client.getQueryCache().get<JournalPage>(hash)?.state.data;
  }
}

/** The blocks that these rows lie in. */
function blocksOf(top: number, bottom: number): number[] {
  const [from, to] = [Math.floor(top / linesInBlock), Math.floor(Math.max(top, bottom) / linesInBlock)];
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
