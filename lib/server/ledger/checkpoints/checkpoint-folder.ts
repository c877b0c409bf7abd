import 'server-only';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { reasonOf } from '@/lib/server/db/database-error';
import { ConsoleError } from '@/lib/server/console-error';
import { checkpointFileName, listCheckpointFiles, writeCheckpointFile } from './checkpoint-files';
import { entryStamps } from '../ledger-identity';
import { recordLosses, type Losses, type LossParts } from './lost-checkpoints';

interface FolderParts extends LossParts {
  log: Logger;
}

const dayMs = 86_400_000;
const dayOf = (at: number): number => Math.floor(at / dayMs);

/** Also receives the checkpoints. Signing never waits for it; after a failure it gets the newest, which covers all. */
export class CheckpointFolder {
  readonly #parts: FolderParts;
  #next: SignedCheckpoint | null = null;
  #work: Promise<void> | undefined;
  #looking: Promise<boolean> | undefined;
  #written = '';
  #fault: string | null = null;
  #losses: readonly string[] = [];
  #recordedLosses: readonly string[] = [];
  #cleanedOn = -1;

  constructor(parts: FolderParts) {
    this.#parts = parts;
  }

  get directory(): string {
    return this.#parts.directory;
  }

  /** Why the folder cannot be used; null while it works. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Sentences about entries that the folder knows and the log lacks without explanation. */
  get losses(): readonly string[] {
    return this.#losses;
  }

  /** Sentences about losses that this start recorded in the log (`ledger.gap`). */
  get recordedLosses(): readonly string[] {
    return this.#recordedLosses;
  }

  put(signed: SignedCheckpoint): void {
    this.#next = signed;
    this.#work ??= this.#writeQueued();
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  /** Searches once for checkpoints of entries that the ledger lacks. @returns whether it could. */
  look(): Promise<boolean> {
    return (this.#looking ??= this.#look().then((hasLooked) => {
      if (!hasLooked) this.#looking = undefined; // the next checkpoint tries again
      return hasLooked;
    }));
  }

  async #look(): Promise<boolean> {
    const { log, directory } = this.#parts;
    try {
      const losses = await recordLosses(this.#parts);
      this.#losses = lossesInWords(losses);
      this.#recordedLosses = losses.gap ? [gapInWords(losses.gap)] : [];
      for (const loss of this.#losses) log.error({ directory }, loss);
      for (const loss of this.#recordedLosses) log.warn({ directory }, loss);
      return true;
    } catch (error) {
      if (!(error instanceof ConsoleError)) this.#noteFault(error); // else the database is away
      return false;
    }
  }

  async #writeQueued(): Promise<void> {
    const hasLooked = await this.look();
    while (this.#next) {
      const signed = this.#next;
      this.#next = null;
      await this.#write(signed);
      if (hasLooked) await this.#removeOldFiles(signed);
    }
    this.#work = undefined;
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

  /**
   * Keeps each past day's newest file, which covers the others, and files of entries that the log lacks (witnesses).
   */
  async #removeOldFiles({ checkpoint }: SignedCheckpoint): Promise<void> {
    const today = dayOf(Date.parse(checkpoint.at));
    if (this.#cleanedOn === today) return;
    const { directory, database } = this.#parts;
    try {
      const files = await listCheckpointFiles(directory);
      const ours = files.filter(({ ledger }) => checkpoint.ledger.startsWith(ledger));
      const stamps = await entryStamps(
        database,
        ours.map(({ seq }) => seq),
      );
      const vouching = ours.flatMap(({ name, seq, hash }) => {
        const entry = stamps.get(seq);
        return entry?.hash.startsWith(hash) ? [{ name, day: dayOf(entry.at) }] : [];
      });
      for (const [at, { name, day }] of vouching.entries())
        if (day < today && vouching[at + 1]?.day === day) await rm(join(directory, name), { force: true });
    } catch (error) {
      if (error instanceof ConsoleError) return; // the database is away; the next checkpoint tries again
    }
    this.#cleanedOn = today;
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

function gapInWords({ checkpointSeq, headSeq }: NonNullable<Losses['gap']>): string {
  return `Entry ${String(checkpointSeq)} of the log, which a checkpoint knows, is not here: the database ended with entry ${String(headSeq)}. An older copy was put back, or entries were taken out. The log says so from now on, and the console goes on.`;
}

function lossesInWords({ misfit, others }: Losses): string[] {
  const words = others.map(
    ({ ledger, seq, at }) =>
      `The folder of the checkpoints knows another log, with entry ${String(seq)} of ${at}, which is not in this database: it was emptied or replaced, or the folder is another console's. Stop the console and put the right database back. If a new log is meant, move the files checkpoint-*-${ledger.slice(0, 8)}-*.json elsewhere and keep them.`,
  );
  if (!misfit) return words;
  return [
    `The log was changed, or its database was replaced by a newer copy: the checkpoint file ${misfit.name} ${misfit.why}. The console goes on. Verify the log, and keep the database and the checkpoints as they are.`,
    ...words,
  ];
}
