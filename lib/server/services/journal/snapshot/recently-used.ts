import 'server-only';

/** What was asked for last, up to so many bytes in all; the very last is kept however large it is. */
export class RecentlyUsed<V> {
  readonly #kept = new Map<string, V>();
  readonly #mostBytes: number;
  readonly #bytesOf: (value: V) => number;

  constructor(mostBytes: number, bytesOf: (value: V) => number) {
    this.#mostBytes = mostBytes;
    this.#bytesOf = bytesOf;
  }

  /** A value that is kept; it counts as the last asked for. */
  get(key: string): V | undefined {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
    }
    return known;
  }

  /** Keeps a value in place of those that nobody asked for the longest. */
  keep(key: string, value: V): void {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    let bytes = 0;
    for (const one of this.#kept.values()) bytes += this.#bytesOf(one);
    for (const [oldest, one] of this.#kept) {
      if (bytes <= this.#mostBytes || oldest === key) break;
      this.#kept.delete(oldest);
      bytes -= this.#bytesOf(one);
    }
  }

  clear(): void {
    this.#kept.clear();
  }
}
