/** A request that is done once at most: after an answer that got lost, the same content asked for again means the same. */
export class RepeatableRequest {
  #open: { content: string; key: string } | null = null;

  /** @param ask sends the content under a key that names the wish. @returns, and throws, what `ask` does. */
  async send<T>(content: unknown, ask: (key: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(content);
    const open = this.#open?.content === text ? this.#open : { content: text, key: crypto.randomUUID() };
    this.#open = open;
    const answer = await ask(open.key);
    if (this.#open === open) this.#open = null;
    return answer;
  }
}
