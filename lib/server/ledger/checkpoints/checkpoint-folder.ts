import 'server-only';
import type { Logger } from 'pino';
import type { SignedCheckpoint } from '@/lib/contract/changes/ledger';
import type { Database } from '@/lib/server/db/database';
import { reasonOf } from '@/lib/server/db/database-error';
import { ConsoleError } from '@/lib/server/console-error';
import { checkpointFileName, writeCheckpointFile } from './checkpoint-files';
import type { Ledger } from '@/lib/server/ledger/ledger';
import { recordLosses, type Losses } from './lost-checkpoints';
import { thinCheckpointFiles } from './thin-checkpoints';

interface FolderParts {
  database: Database;
  ledger: Ledger;
  /** Fingerprint of the console's own key. */
  ownKey: string;
  /** It may be a network folder, and may be away, or hang. */
  directory: string;
  log: Logger;
}

/**
 * The folder that checkpoints are also written to. Nobody waits for it: whatever goes wrong is told in the log and by
 * `fault`, and of checkpoints that could not be written the newest follows, which vouches for all before it.
 */
export class CheckpointFolder {
  readonly #parts: FolderParts;
  #next: SignedCheckpoint | null = null;
  #work: Promise<void> | undefined;
  #hasLooked = false;
  #written = '';
  #fault: string | null = null;
  #losses: readonly string[] = [];
  #recordedLosses: readonly string[] = [];
  /** The day whose earlier days have one file each. */
  #thinnedOn = '';

  constructor(parts: FolderParts) {
    this.#parts = parts;
  }

  /** Why it cannot be used; null while it can. */
  get fault(): string | null {
    return this.#fault;
  }

  /** What the folder knows and the log neither has nor explains; sentences for people. */
  get losses(): readonly string[] {
    return this.#losses;
  }

  /** Losses that the log explains: this start recorded them in it (`ledger.gap`); sentences for people. */
  get recordedLosses(): readonly string[] {
    return this.#recordedLosses;
  }

  /** Has a checkpoint written. The first time it also looks for checkpoints that know more than the ledger does. */
  put(signed: SignedCheckpoint): void {
    this.#next = signed;
    this.#work ??= this.#catchUp();
  }

  /** Waits until all that was put is written, or has failed. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async #catchUp(): Promise<void> {
    await this.#look();
    while (this.#next) {
      const signed = this.#next;
      this.#next = null;
      await this.#write(signed);
      await this.#thin(signed);
    }
    this.#work = undefined;
  }

  async #look(): Promise<void> {
    if (this.#hasLooked) return;
    const { log, directory } = this.#parts;
    try {
      const losses = await recordLosses(this.#parts);
      this.#losses = wordsOf(losses);
      this.#recordedLosses = losses.gaps.map(gapInWords);
      for (const loss of this.#losses) log.error({ directory }, loss);
      for (const loss of this.#recordedLosses) log.warn({ directory }, loss);
      this.#hasLooked = true;
    } catch (error) {
      if (!(error instanceof ConsoleError)) this.#noteFault(error); // else the database is away, and it is tried again
    }
  }

  async #write(signed: SignedCheckpoint): Promise<void> {
    const name = checkpointFileName(signed.checkpoint);
    if (name === this.#written) return;
    try {
      await writeCheckpointFile(this.#parts.directory, signed);
      this.#written = name;
      if (this.#fault !== null) this.#parts.log.info('Checkpoints reach their folder again.');
      this.#fault = null;
    } catch (error) {
      this.#noteFault(error);
    }
  }

  /** Of each day before this checkpoint's one file stays. A folder that lets nothing be removed keeps all. */
  async #thin({ checkpoint }: SignedCheckpoint): Promise<void> {
    const day = checkpoint.at.slice(0, 'YYYY-MM-DD'.length);
    if (!this.#hasLooked || this.#thinnedOn === day) return;
    const isDone = await thinCheckpointFiles(this.#parts, checkpoint).catch(() => true);
    if (isDone) this.#thinnedOn = day;
  }

  #noteFault(error: unknown): void {
    const reason = reasonOf(error);
    if (reason === this.#fault) return;
    this.#fault = reason;
    this.#parts.log.warn(
      { err: error },
      'The folder of the checkpoints cannot be used. Changes go on, and the checkpoints stay in the database. Mend LEDGER_CHECKPOINT_DIR.',
    );
  }
}

function gapInWords({ checkpointSeq, headSeq }: Losses['gaps'][number]): string {
  return `Entry ${String(checkpointSeq)} of the log, which a checkpoint knows, is not here: the database ended with entry ${String(headSeq)}. An older copy was put back, or entries were taken out. The log says so from now on, and the console goes on.`;
}

function wordsOf({ changed, others }: Losses): string[] {
  const words: string[] = [];
  const [first] = changed;
  if (first)
    words.push(
      `The log was changed: entry ${String(first.seq)} is not the one that a checkpoint was signed for, and no older copy of the database explains that. The console goes on. Verify the log, and keep the database and the checkpoints as they are.`,
    );
  for (const { ledger, seq, at } of others)
    words.push(
      `The folder of the checkpoints knows another log, with entry ${String(seq)} of ${at}, which is not in this database: it was emptied or replaced, or the folder is another console's. Stop the console and put the right database back. If a new log is meant, move the files checkpoint-*-${ledger.slice(0, 8)}-*.json elsewhere and keep them.`,
    );
  return words;
}
