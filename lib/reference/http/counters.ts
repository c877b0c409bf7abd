import type { Cell } from '@/lib/reference/data/security-data';

/** Counts what reaches the service, for tests and for a look at a client's manners. */
export class Counters {
  private requests = new Map<string, number>();
  private posts = new Map<string, { cell: Cell; posts: number; applied: number }>();
  private tokens = 0;
  private open = 0;
  private mostOpen = 0;
  private recent: number[] = [];
  private peak = 0;

  /** Notes the beginning of a request; call `ended` once it is over. */
  began(): void {
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    this.recent.push(Date.now());
    this.dropOld();
    this.peak = Math.max(this.peak, this.recent.length);
  }

  ended(method: string, resource: string, status: number | null): void {
    this.open -= 1;
    const key = `${method}\u0000${resource}\u0000${status ?? 'cut'}`;
    this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
  }

  /** Notes a POST for an assignment, whether or not it succeeds. */
  posted(cell: Cell): void {
    this.entry(cell).posts += 1;
  }

  /** Notes that a POST was carried out. */
  applied(cell: Cell): void {
    this.entry(cell).applied += 1;
  }

  tokenIssued(): void {
    this.tokens += 1;
  }

  clear(): void {
    this.requests = new Map();
    this.posts = new Map();
    this.tokens = 0;
    this.mostOpen = this.open;
    this.recent = [];
    this.peak = 0;
  }

  /** Everything counted since the start or the last clearing; `cut` is a request that got no answer. */
  read() {
    this.dropOld();
    const requests = [...this.requests].map(([key, count]) => {
      const [method = '', resource = '', status = ''] = key.split('\u0000');
      return { method, resource, status: status === 'cut' ? 'cut' : Number(status), count };
    });
    return {
      requests,
      totalRequests: requests.reduce((sum, { count }) => sum + count, 0),
      posts: [...this.posts.values()].map(({ cell, posts, applied }) => ({ ...cell, posts, applied })),
      totalPosts: [...this.posts.values()].reduce((sum, { posts }) => sum + posts, 0),
      tokensIssued: this.tokens,
      open: this.open,
      maxConcurrent: this.mostOpen,
      lastSecond: this.recent.length,
      peakPerSecond: this.peak,
    };
  }

  private entry(cell: Cell): { posts: number; applied: number } {
    const { recordType, recordId, entityId } = cell;
    const key = JSON.stringify([recordType, recordId, entityId]);
    const entry = this.posts.get(key) ?? { cell: { recordType, recordId, entityId }, posts: 0, applied: 0 };
    this.posts.set(key, entry);
    return entry;
  }

  private dropOld(): void {
    const since = Date.now() - 1000;
    const first = this.recent.findIndex((at) => at > since);
    this.recent = first < 0 ? [] : this.recent.slice(first);
  }
}
