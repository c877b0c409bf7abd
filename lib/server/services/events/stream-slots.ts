import 'server-only';
import { ConsoleError } from '@/lib/server/console-error';

const mostOfSession = 4;

export class StreamSlots {
  readonly #taken = new Map<string, number>();

  /** @returns releases the slot; called once. @throws ConsoleError `rate-limited` if the session has none left. */
  take(sessionId: string): () => void {
    const taken = this.#taken.get(sessionId) ?? 0;
    if (taken >= mostOfSession)
      throw new ConsoleError(
        'rate-limited',
        `You have ${String(taken)} pages open that follow changes already. This one shows what it asks for itself; close another one.`,
        { retryAfterSeconds: 60 },
      );
    this.#taken.set(sessionId, taken + 1);
    return () => {
      const left = (this.#taken.get(sessionId) ?? 1) - 1;
      if (left > 0) this.#taken.set(sessionId, left);
      else this.#taken.delete(sessionId);
    };
  }
}
