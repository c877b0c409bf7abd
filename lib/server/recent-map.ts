import 'server-only';

/** A map with a size limit: it forgets the oldest entry first. */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  /** The key becomes the newest one. */
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    const oldest = this.keys().next();
    if (this.size > this.#most && !oldest.done) this.delete(oldest.value);
    return this;
  }

  /** The value of the key, made if there is none. */
  made(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }
}
