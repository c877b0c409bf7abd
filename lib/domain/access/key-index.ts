/**
 * Finds the position of a (group, text) key in parallel arrays that somebody else holds.
 * Open addressing over one Int32Array: about 8 bytes a key instead of a Map's 40, which is what keeps
 * the mirror of a large matrix under one byte an assignment.
 */
export class KeyIndex {
  #slots = new Int32Array(64); // position + 1; 0 is free
  #size = 0;
  readonly #groupAt: (position: number) => number;
  readonly #textAt: (position: number) => string | undefined;

  /** `groupAt` and `textAt` answer the key held at a position already added. */
  constructor(groupAt: (position: number) => number, textAt: (position: number) => string | undefined) {
    this.#groupAt = groupAt;
    this.#textAt = textAt;
  }

  /** Position of the key, or -1. */
  find(group: number, text: string): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(group, text) & mask; ; slot = (slot + 1) & mask) {
      const position = (this.#slots[slot] ?? 0) - 1;
      if (position < 0) return -1;
      if (this.#groupAt(position) === group && this.#textAt(position) === text) return position;
    }
  }

  /** Adds a key that `find` did not have; the arrays must hold it at `position` already. */
  add(position: number): void {
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    this.#place(position);
    this.#size++;
  }

  #place(position: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash(this.#groupAt(position), this.#textAt(position) ?? '') & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = position + 1;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (const entry of old) if (entry !== 0) this.#place(entry - 1);
  }
}

/** FNV-1a over UTF-16 units with a final mix, because IDs of a number series differ in their last digits only. */
function hash(group: number, text: string): number {
  let h = (0x811c9dc5 ^ group) | 0;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 15;
  return Math.imul(h, 0x2c1b3c6d) >>> 7;
}
