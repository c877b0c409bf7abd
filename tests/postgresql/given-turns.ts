import { sql, type Kysely } from 'kysely';
import type { Tables } from '@/lib/server/db/tables';
import type { BudgetState } from '@/lib/server/upstream/transport/budget-state';

/** Notes when turns of a shared budget are given, by the database's clock: its state keeps those of one window only. */
export class GivenTurns {
  /** Since the start, oldest first. */
  readonly times: number[] = [];
  #seen = 0;
  readonly #timer: NodeJS.Timeout;

  private constructor(readonly kysely: Kysely<Tables>) {
    this.#timer = setInterval(() => void this.look().catch(() => undefined), 100); // whoever asks later sees the failure
  }

  static async start(kysely: Kysely<Tables>): Promise<GivenTurns> {
    const turns = new GivenTurns(kysely);
    turns.#seen = (await turns.state())?.given ?? 0;
    return turns;
  }

  /** The state of the one budget there is; null before the first turn. */
  async state(): Promise<BudgetState | null> {
    const { rows } = await sql<{ state: BudgetState }>`select state from request_budget`.execute(this.kysely);
    return rows[0]?.state ?? null;
  }

  /** Notes what came since the last look. Throws when the state no longer holds all of it. */
  async look(): Promise<readonly number[]> {
    const { given, givenAt } = (await this.state()) ?? { given: 0, givenAt: [] };
    const unseen = given - this.#seen;
    if (unseen > givenAt.length) throw new Error('Turns were given unseen.');
    if (unseen > 0) this.times.push(...givenAt.slice(-unseen));
    this.#seen = given;
    return this.times;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** How many of the times lie in the fullest window. */
export function mostInWindow(times: readonly number[], windowMs: number): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}
