import 'server-only';

/** A map that holds so many entries at most: the one that was set longest ago goes first. */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  /** Sets a value; its key then counts as the newest, also where it was there before. */
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    const oldest = this.keys().next();
    if (this.size > this.#most && !oldest.done) this.delete(oldest.value);
    return this;
  }
}
