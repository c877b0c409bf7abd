import 'server-only';
import { sql } from 'kysely';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import { sha256 } from '@/lib/server/sha256';

export interface SignInFlow {
  nonce: string;
  codeVerifier: string;
  returnPath: string;
}

interface FlowKey {
  state: string;
  browserToken: string;
}

const lifeMs = 10 * 60_000;

/** Any replica can finish a sign-in. @throws ConsoleError `ledger-unavailable` from every method. */
export class SignInFlows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add({ state, browserToken }: FlowKey, flow: SignInFlow): Promise<void> {
    return orUnavailable(async () => {
      const { kysely, dialect } = this.#database;
      await kysely.deleteFrom('sign_in_flow').where('ends_at', '<=', dialect.now).execute();
      await kysely
        .insertInto('sign_in_flow')
        .values({
          state_hash: sha256(state),
          browser_hash: sha256(browserToken),
          nonce: flow.nonce,
          code_verifier: flow.codeVerifier,
          return_path: flow.returnPath,
          ends_at: sql<number>`${dialect.now} + ${sql.lit(lifeMs)}`,
        })
        .execute();
    });
  }

  /** Takes a sign-in out in one statement, so a second return finds null; another browser's stays. */
  take({ state, browserToken }: FlowKey): Promise<SignInFlow | null> {
    return orUnavailable(async () => {
      const { kysely, dialect } = this.#database;
      const row = await kysely
        .deleteFrom('sign_in_flow')
        .where('state_hash', '=', sha256(state))
        .where('browser_hash', '=', sha256(browserToken))
        .where('ends_at', '>', dialect.now)
        .returning(['nonce', 'code_verifier', 'return_path'])
        .executeTakeFirst();
      return row ? { nonce: row.nonce, codeVerifier: row.code_verifier, returnPath: row.return_path } : null;
    });
  }

  /** Whether another tab of this browser has a sign-in under way. */
  hasMore(browserToken: string): Promise<boolean> {
    return orUnavailable(async () => {
      const { kysely, dialect } = this.#database;
      const row = await kysely
        .selectFrom('sign_in_flow')
        .select('state_hash')
        .where('browser_hash', '=', sha256(browserToken))
        .where('ends_at', '>', dialect.now)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    });
  }
}
