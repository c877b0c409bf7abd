import 'server-only';
import type { Logger } from 'pino';
import type { SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { withTimeLimit } from '@/lib/server/until';
import { Mutex } from '@/lib/server/mutex';
import type { Database } from '@/lib/server/db/database';
import { CheckpointFolder } from './checkpoint-folder';
import { signCheckpoint, signedIn, signText } from './checkpoint-signature';
import { lockedHead, type Ledger } from '../ledger';
import { entriesOf, ledgerName } from '../ledger-identity';
import { isGenuine } from '@/public/verify-log-chain.mjs';
import type { SigningKey } from './signing-key';

interface CheckpointParts {
  database: Database;
  ledger: Ledger;
  key: SigningKey;
  directory: string;
  log: Logger;
}

/** How long, and for how many entries, this process may go without a checkpoint. */
interface SigningLimits {
  ms: number;
  entries: number;
}

const usualLimits: SigningLimits = { ms: 50_000, entries: 1_000 };

/** The folder may hang, so a start waits this long for it. */
const lookMs = 5_000;

/** Signs checkpoints at start, every 1,000 entries, within a minute of an entry, at the end, and on request. */
export class Checkpoints {
  readonly folder: CheckpointFolder;
  readonly #parts: CheckpointParts;
  readonly #limits: SigningLimits;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  #unsigned = 0;
  #isClosed = false;
  #isKeyNamed = false;
  readonly #signing = new Mutex();

  constructor(parts: CheckpointParts, limits: SigningLimits = usualLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.folder = new CheckpointFolder({ ...parts, ownKey: parts.key.fingerprint });
    this.#unsubscribe = parts.ledger.subscribe((entries) => this.#count(entries.length));
  }

  get key(): Pick<SigningKey, 'publicKey' | 'fingerprint'> {
    const { publicKey, fingerprint } = this.#parts.key;
    return { publicKey, fingerprint };
  }

  /** Searches for lost entries before anything is appended, then signs: a loss shows by the ledger's last number. */
  async start(): Promise<void> {
    await withTimeLimit(this.folder.look(), lookMs, false);
    await this.#signOrWarn();
  }

  /** Signs the newest entry, unless this key has signed it already. @throws ConsoleError `ledger-unavailable`. */
  sign(): Promise<SignedCheckpoint> {
    return this.#signing.run(() => this.#signNow());
  }

  /** Signs a text that begins with a format of its own, unlike a checkpoint. Ed25519, in base64. */
  signText(text: string): string {
    return signText(text, this.#parts.key);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    if (this.#unsigned > 0) await this.#signOrWarn();
    await this.#signing.run(() => Promise.resolve()); // waits for earlier calls
    await this.folder.settled();
  }

  #count(entries: number): void {
    this.#unsigned += entries;
    if (this.#unsigned < this.#limits.entries) this.#arm();
    else if (this.#signing.size === 0) void this.#signOrWarn();
  }

  #arm(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#signOrWarn(), this.#limits.ms).unref();
  }

  async #signOrWarn(): Promise<void> {
    try {
      await this.sign();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'No checkpoint of the ledger could be signed; it is tried again.');
    }
  }

  async #signNow(): Promise<SignedCheckpoint> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const before = this.#unsigned;
    try {
      await this.#nameKey();
      const signed = await orUnavailable(() => this.#signHead());
      this.#unsigned -= before;
      if (this.#unsigned > 0) this.#arm();
      this.folder.put(signed);
      return signed;
    } catch (error) {
      this.#arm();
      throw error;
    }
  }

  async #signHead(): Promise<SignedCheckpoint> {
    const { database, key } = this.#parts;
    const { seq, hash, now } = await database.kysely
      .selectFrom('ledger_head')
      .select(['seq', 'hash', database.dialect.now.as('now')])
      .executeTakeFirstOrThrow();
    const old = await database.kysely
      .selectFrom('ledger_checkpoint')
      .select(['body', 'signature', 'public_key'])
      .where('seq', '=', seq)
      .where('key_id', '=', key.fingerprint)
      .executeTakeFirst();
    const known = old && signedIn(old);
    if (known && isGenuine(known)) return known;
    const name = await ledgerName(database.kysely, key.fingerprint);
    if (name === null) throw nameless();
    const signed = signCheckpoint(
      {
        format: 'mem-checkpoint/1',
        ledger: name,
        seq,
        hash,
        at: new Date(now).toISOString(),
        key: key.fingerprint,
      },
      key,
    );
    await database.kysely
      .insertInto('ledger_checkpoint')
      .values({
        seq,
        key_id: key.fingerprint,
        at: now,
        body: canonicalJson(signed.checkpoint),
        signature: signed.signature,
        public_key: signed.publicKey,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return signed;
  }

  /** Records the first use of a key, so that readers can tell what each key signed. */
  async #nameKey(): Promise<void> {
    if (this.#isKeyNamed) return;
    const { publicKey, fingerprint } = this.#parts.key;
    await this.#parts.ledger.record(async (transaction) => {
      // Replicas that share a key wait here, so that one of them records it.
      await lockedHead(transaction, this.#parts.database.dialect);
      const known = await entriesOf(transaction, 'ledger.key');
      const isKnown = known.some((one) => one.fingerprint === fingerprint);
      return {
        facts: isKnown ? [] : [{ kind: 'ledger.key' as const, publicKey, fingerprint }],
        result: undefined,
      };
    });
    this.#isKeyNamed = true;
  }
}

function nameless(): ConsoleError {
  return new ConsoleError(
    'ledger-unavailable',
    'The first entry of the log cannot be read, and no checkpoint of this console tells the name of the log, so nothing can be signed. Changes go on and are recorded. Verify the log, and restore its first entry from a backup.',
  );
}
