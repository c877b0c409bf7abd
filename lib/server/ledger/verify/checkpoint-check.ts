import 'server-only';
import type { SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { counted, plural } from '@/lib/domain/counted';
import { isGenuine, signedIn } from '@/lib/server/ledger/checkpoints/checkpoint-signature';
import type { LedgerSelf, EntryStamp, Standing } from '@/lib/server/ledger/checkpoints/checkpoint-standing';

/** Tells a fault; `seq` is the entry it is about. */
export type Tell = (seq: number | null, message: string) => void;

type Checkpoint = SignedCheckpoint['checkpoint'];

/** Keys that are told one by one. */
const mostKeys = 20;

/** Compares checkpoints with the chain: each must vouch for the entry that is there, or be lost by a recorded gap. */
export class CheckpointCheck {
  readonly #self: LedgerSelf;
  readonly #tell: Tell;
  /** The newest entry that each key vouches for. */
  readonly #vouchedTo = new Map<string, number>();
  /** How many files there are of each other log, and by each key that the ledger does not name. */
  readonly #otherLogs = new Map<string, number>();
  readonly #strangeKeys = new Map<string, number>();
  stored = 0;
  files = 0;
  /** Lost numbers that were used again before the loss was recorded. */
  reused = 0;

  constructor(self: LedgerSelf, tell: Tell) {
    this.#self = self;
    this.#tell = tell;
  }

  /**
   * The newest entry that is signed: by the console's own key, or by one that the ledger names in what is signed so.
   * A key that only names itself vouches for nothing, for whoever writes the database can name one.
   */
  get signedTo(): number {
    const { ownKey, keys } = this.#self;
    let signedTo = this.#vouchedTo.get(ownKey) ?? 0;
    for (const [key, namedAt] of keys)
      if (namedAt <= signedTo) signedTo = Math.max(signedTo, this.#vouchedTo.get(key) ?? 0);
    return signedTo;
  }

  /** Whether there are checkpoints of another log, which this console's database may have held before. */
  get knowsOtherLogs(): boolean {
    return this.#otherLogs.size > 0;
  }

  /** A checkpoint of the database. */
  takeStored(
    row: { seq: number; key_id: string; body: string; signature: string; public_key: string },
    entry: EntryStamp | undefined,
  ): void {
    this.stored++;
    const { name, ownKey, keys } = this.#self;
    const { seq } = row;
    const where = `The checkpoint of entry ${String(seq)}`;
    const signed = signedIn(row);
    const checkpoint = signed?.checkpoint;
    if (!checkpoint || !isGenuine(signed) || checkpoint.seq !== seq || checkpoint.key !== row.key_id)
      this.#tell(seq, `${where} is not what was signed.`);
    else if (checkpoint.key !== ownKey && !keys.has(checkpoint.key))
      this.#tell(seq, `${where} is signed by a key that the ledger does not name.`);
    else if (name !== null && checkpoint.ledger !== name)
      this.#tell(seq, `${where} is one of another ledger.`);
    else if (checkpoint.hash !== entry?.hash)
      this.#tell(seq, `${where} vouches for another entry than the one that is there.`);
    else this.#vouch(checkpoint);
  }

  /** A checkpoint file, and how it stands to the ledger. */
  takeFile(fileName: string, signed: SignedCheckpoint | null, standing: Standing): void {
    this.files++;
    if (!signed || standing === 'unsigned')
      return this.#tell(null, `The checkpoint file ${fileName} is not what was signed.`);
    const { checkpoint } = signed;
    const { seq, at, ledger, key } = checkpoint;
    switch (standing) {
      case 'renamed':
        return this.#tell(null, `The checkpoint file ${fileName} was renamed.`);
      case 'other-log':
        return count(this.#otherLogs, ledger);
      case 'strange-key':
        return count(this.#strangeKeys, key);
      case 'vouches':
        return this.#vouch(checkpoint);
      case 'reused':
        this.reused++;
        return;
      case 'explained':
        return;
      case 'lost':
      case 'changed':
        this.#tell(
          seq,
          `Entry ${String(seq)} was another one, or is lost: the checkpoint file ${fileName} was signed for it on ${at}.`,
        );
    }
  }

  /** What is worth knowing besides faults. */
  remarks(): string[] {
    const { signedTo, reused } = this;
    const remarks = [...this.#otherLogs].map(
      ([ledger, files]) =>
        `${counted(files, 'checkpoint file')} ${plural(files, 'is', 'are')} of another log (${ledger}).`,
    );
    for (const [key, namedAt] of [...this.#self.keys].slice(0, mostKeys)) {
      if (key === this.#self.ownKey) continue;
      const named = `The log names another key since entry ${String(namedAt)}: ${key}.`;
      remarks.push(
        namedAt <= signedTo
          ? `${named} What it signed counts, for this console's key has signed that entry. It should be the key of another console here, or an earlier one.`
          : `${named} What it signed does not count, for this console's key has not signed that entry.`,
      );
    }
    for (const [key, files] of [...this.#strangeKeys].slice(0, mostKeys))
      remarks.push(
        `${counted(files, 'checkpoint file')} ${plural(files, 'is', 'are')} signed by a key that this ledger does not name, and ${plural(files, 'proves', 'prove')} nothing here: ${key}.`,
      );
    if (reused > 0)
      remarks.push(
        `${counted(reused, 'checkpoint file')} ${plural(reused, 'is', 'are')} of lost entries whose numbers were used again before the loss was recorded. That the entries there are younger is known by their own times only.`,
      );
    return remarks;
  }

  #vouch({ key, seq }: Checkpoint): void {
    this.#vouchedTo.set(key, Math.max(this.#vouchedTo.get(key) ?? 0, seq));
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
