/** After a lost answer, the same content is sent again with the same key. */
export class RepeatableRequest {
  #open: { content: string; key: string } | null = null;

  /** @param ask sends the content under a key. @returns and throws as `ask` does. */
  async send<T>(content: unknown, ask: (key: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(content);
    const open = this.#open?.content === text ? this.#open : { content: text, key: crypto.randomUUID() };
    this.#open = open;
    const answer = await ask(open.key);
    if (this.#open === open) this.#open = null;
    return answer;
  }
}
