import 'server-only';
import type { Logger } from 'pino';
import type { LedgerEntry } from '@/lib/contract/ledger';
import type { ChangeSet } from '@/lib/contract/changes';
import type { Notices } from '@/lib/server/db/notices';
import { entryIn } from '@/lib/server/ledger/entry-text';
import type { Ledger } from '@/lib/server/ledger/ledger';
import type { Connection } from '@/lib/server/services/connection';
import { newsOf, type EntryNews } from './entry-news';
import { LedgerTail } from './ledger-tail';
import { LoadNews } from './load-news';
import { SetNews, type ReadSets } from './set-news';
import { StreamPlaces } from './stream-places';

interface HubParts {
  ledger: Ledger;
  notices: Notices;
  connections: readonly Pick<Connection, 'key' | 'mirror'>[];
  readSets: ReadSets;
  log: Logger;
  /** Hears every entry in order, by whichever replica. */
  onEntries?: (entries: readonly LedgerEntry[]) => void;
}

/** A part of what happened: up to and including entry `last`. */
export interface NewsPart {
  news: readonly EntryNews[];
  last: number;
  /** There are newer entries than the last one. */
  hasMore: boolean;
}

/** News that are kept in memory, for streams that keep up; the table has the older ones. */
const mostRecent = 5_000;
/** Of one part. */
const mostNews = 500;
const mostEntries = 1_000;

/**
 * What every open stream of events is fed from: follows the ledger, change sets and the mirrors. Streams ask for what
 * is newer than they have sent, so that nothing is kept for a slow one.
 */
export class EventHub {
  readonly places = new StreamPlaces();
  readonly #ledger: Ledger;
  readonly #readSets: ReadSets;
  readonly #tail: LedgerTail;
  readonly #sets: SetNews;
  readonly #loads: ReadonlyMap<string, LoadNews>;
  readonly #wakers = new Set<() => void>();
  readonly #stops: (() => void)[];
  #recent: EntryNews[] = [];
  /** All news after this entry are in `#recent`; null before the first entry. */
  #recentAfter: number | null = null;
  #isClosed = false;

  constructor({ ledger, notices, connections, readSets, log, onEntries }: HubParts) {
    const wake = (): void => this.#wake();
    this.#ledger = ledger;
    this.#readSets = readSets;
    this.#tail = new LedgerTail(ledger, notices, log);
    this.#sets = new SetNews(readSets, wake);
    this.#loads = new Map(connections.map((one) => [one.key, new LoadNews(one, wake)]));
    this.#stops = [
      this.#tail.subscribe((entries) => {
        onEntries?.(entries);
        this.#keep(entries);
      }),
      notices.listen('change-set', (id) => this.#touch(id)),
    ];
    this.#tail.start();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get sets(): Pick<SetNews, 'version' | 'since'> {
    return this.#sets;
  }

  /** How far the reading of a connection's matrix is. */
  load(connection: string): Pick<LoadNews, 'version' | 'now'> | undefined {
    return this.#loads.get(connection);
  }

  /** The newest entry there is. @throws ConsoleError `ledger-unavailable`. */
  async head(): Promise<number> {
    await this.#tail.catchUp();
    return this.#tail.last ?? (await this.#ledger.head()).seq;
  }

  /** Calls back whenever there may be news, and when the hub closes, until the returned function is called. */
  onNews(wake: () => void): () => void {
    this.#wakers.add(wake);
    return () => this.#wakers.delete(wake);
  }

  /**
   * What happened at a connection after an entry; null when there is no newer entry.
   * @throws ConsoleError `ledger-unavailable` where the table is needed and the database is away.
   */
  async after(seq: number, connection: string): Promise<NewsPart | null> {
    const newest = this.#tail.last ?? seq;
    if (seq >= newest) return null;
    if (this.#recentAfter === null || seq < this.#recentAfter)
      return this.#fromTable(seq, newest, connection);
    const news: EntryNews[] = [];
    for (let i = this.#recent.length - 1; (this.#recent[i]?.seq ?? 0) > seq; i--) {
      const one = this.#recent[i];
      if (one?.connection === connection) news.push(one);
    }
    const part = news.reverse().slice(0, mostNews);
    const hasMore = part.length < news.length;
    return { news: part, last: hasMore ? (part.at(-1)?.seq ?? newest) : newest, hasMore };
  }

  /** Sets as they are now. @throws ConsoleError `ledger-unavailable`. */
  readSets(ids: readonly string[]): Promise<ChangeSet[]> {
    return this.#readSets([...ids]);
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    for (const part of [this.#tail, this.#sets, ...this.#loads.values()]) part.close();
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#wakers) wake();
  }

  #touch(id: string): void {
    if (this.#wakers.size > 0 && id !== '') this.#sets.touch(id);
  }

  #keep(entries: readonly LedgerEntry[]): void {
    this.#recentAfter ??= (entries[0]?.seq ?? 1) - 1;
    for (const entry of entries) {
      const news = newsOf(entry);
      if (news) this.#recent.push(news);
      if (news?.set) this.#touch(news.set);
    }
    const over = this.#recent.length - mostRecent;
    if (over > 0) {
      this.#recentAfter = this.#recent[over - 1]?.seq ?? this.#recentAfter;
      this.#recent = this.#recent.slice(over);
    }
    this.#wake();
  }

  async #fromTable(seq: number, newest: number, connection: string): Promise<NewsPart> {
    const rows = await this.#ledger.read(seq, mostEntries);
    const all = rows.flatMap(({ body }) => {
      const entry = entryIn(body);
      return (entry && newsOf(entry)) ?? []; // of one that cannot be read nothing is told
    });
    const ours = all.filter((one) => one.connection === connection);
    const news = ours.slice(0, mostNews);
    const isWhole = news.length === ours.length;
    const last = (isWhole ? rows.at(-1) : news.at(-1))?.seq ?? newest;
    return { news, last, hasMore: last < newest };
  }
}
