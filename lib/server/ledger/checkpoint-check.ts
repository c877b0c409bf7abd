import 'server-only';
import type { SignedCheckpoint } from '@/lib/contract/ledger';
import { checkpointFileName } from './checkpoint-files';
import { isGenuine, signedIn } from './checkpoint-signature';
import type { EntryOf } from './ledger-identity';
import { isExplained } from './lost-checkpoints';

/** What a checkpoint is compared with: the entry of its number. */
interface Place {
  hash: string;
  /** When it was written, in ms since 1970. */
  at: number;
}

/** What the ledger says of itself; read before its entries, so that every checkpoint is judged at once. */
interface Known {
  /** Its own name; null where nothing tells it. */
  ledger: string | null;
  /** Fingerprint of the console's own key. */
  ownKey: string;
  keys: readonly Pick<EntryOf<'ledger.key'>, 'seq' | 'fingerprint'>[];
  gaps: readonly EntryOf<'ledger.gap'>[];
}

type Tell = (seq: number | null, message: string) => void;

/** Keys that are told one by one. */
const mostKeys = 20;

/** Compares checkpoints with the chain: each must vouch for the entry that is there, or be lost by a recorded gap. */
export class CheckpointCheck {
  readonly #known: Known;
  readonly #tell: Tell;
  /** Where the ledger names each key first. */
  readonly #namedAt = new Map<string, number>();
  /** The newest entry that each key vouches for. */
  readonly #vouchedTo = new Map<string, number>();
  readonly #otherLedgers = new Map<string, number>();
  readonly #strangers = new Map<string, number>();
  #reused = 0;
  stored = 0;
  files = 0;

  constructor(known: Known, tell: Tell) {
    this.#known = known;
    this.#tell = tell;
    for (const { fingerprint, seq } of known.keys)
      if (!this.#namedAt.has(fingerprint)) this.#namedAt.set(fingerprint, seq);
  }

  /**
   * The newest entry that is signed: by the console's own key, or by one that the ledger names in what is signed so.
   * A key that only names itself vouches for nothing, for whoever writes the database can name one.
   */
  get signedTo(): number {
    let signedTo = this.#vouchedTo.get(this.#known.ownKey) ?? 0;
    for (const [key, namedAt] of this.#namedAt)
      if (namedAt <= signedTo) signedTo = Math.max(signedTo, this.#vouchedTo.get(key) ?? 0);
    return signedTo;
  }

  /** Lost numbers that were used again before the loss was recorded. */
  get reused(): number {
    return this.#reused;
  }

  /** A checkpoint of the database. */
  takeStored(
    row: { seq: number; key_id: string; body: string; signature: string; public_key: string },
    place: Place | undefined,
  ): void {
    this.stored++;
    const { seq } = row;
    const where = `The checkpoint of entry ${String(seq)}`;
    const signed = signedIn(row);
    const checkpoint = signed?.checkpoint;
    if (!checkpoint || !isGenuine(signed) || checkpoint.seq !== seq || checkpoint.key !== row.key_id)
      this.#tell(seq, `${where} is not what was signed.`);
    else if (!this.#isNamed(checkpoint.key))
      this.#tell(seq, `${where} is signed by a key that the ledger does not name.`);
    else if (!this.#isOurs(checkpoint)) this.#tell(seq, `${where} is one of another ledger.`);
    else if (checkpoint.hash !== place?.hash)
      this.#tell(seq, `${where} vouches for another entry than the one that is there.`);
    else this.#vouch(checkpoint);
  }

  /**
   * A checkpoint file; null where none could be read in it.
   * @param isReplaced asked only of a checkpoint that vouches for something else than what is there.
   */
  async takeFile(
    name: string,
    signed: SignedCheckpoint | null,
    place: Place | undefined,
    isReplaced: (checkpoint: SignedCheckpoint['checkpoint']) => Promise<boolean>,
  ): Promise<void> {
    this.files++;
    if (!signed || !isGenuine(signed)) {
      this.#tell(null, `The checkpoint file ${name} is not what was signed.`);
      return;
    }
    const { checkpoint } = signed;
    const { ledger, key } = checkpoint;
    if (checkpointFileName(checkpoint) !== name) this.#tell(null, `The checkpoint file ${name} was renamed.`);
    else if (!this.#isOurs(checkpoint)) count(this.#otherLedgers, ledger);
    else if (!this.#isNamed(key)) count(this.#strangers, key);
    else if (checkpoint.hash === place?.hash) this.#vouch(checkpoint);
    else this.#judge(name, checkpoint, place, await isReplaced(checkpoint));
  }

  #judge(
    name: string,
    checkpoint: SignedCheckpoint['checkpoint'],
    place: Place | undefined,
    isReplaced: boolean,
  ): void {
    const { gaps } = this.#known;
    const { seq, at } = checkpoint;
    if (!isExplained(checkpoint, isReplaced, gaps))
      this.#tell(
        seq,
        `Entry ${String(seq)} was another one, or is lost: the checkpoint file ${name} was signed for it on ${at}.`,
      );
    else if (place && place.at > Date.parse(at) && !isExplained(checkpoint, false, gaps)) this.#reused++;
  }

  /** What is worth knowing besides faults. */
  remarks(): string[] {
    const { signedTo } = this;
    const remarks = [...this.#otherLedgers].map(
      ([ledger, files]) =>
        `${String(files)} checkpoint files are of another ledger (${ledger}). If this console never had another database, its own was replaced by an empty one.`,
    );
    for (const [key, namedAt] of [...this.#namedAt].slice(0, mostKeys)) {
      if (key === this.#known.ownKey) continue;
      const named = `The log names another key since entry ${String(namedAt)}: ${key}.`;
      remarks.push(
        namedAt <= signedTo
          ? `${named} What it signed counts, for this console's key has signed that entry. It should be the key of another console here, or an earlier one.`
          : `${named} What it signed does not count, for this console's key has not signed that entry.`,
      );
    }
    for (const [key, files] of [...this.#strangers].slice(0, mostKeys))
      remarks.push(
        `${String(files)} checkpoint files are signed by a key that this ledger does not name, and prove nothing here: ${key}.`,
      );
    if (this.#reused > 0)
      remarks.push(
        `${String(this.#reused)} checkpoint files are of lost entries whose numbers were used again before the loss was recorded. That the entries there are younger is known by their own times only.`,
      );
    return remarks;
  }

  #isOurs({ ledger }: SignedCheckpoint['checkpoint']): boolean {
    return this.#known.ledger === null || ledger === this.#known.ledger;
  }

  #isNamed(key: string): boolean {
    return key === this.#known.ownKey || this.#namedAt.has(key);
  }

  #vouch({ key, seq }: SignedCheckpoint['checkpoint']): void {
    this.#vouchedTo.set(key, Math.max(this.#vouchedTo.get(key) ?? 0, seq));
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
