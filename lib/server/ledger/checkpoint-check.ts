import 'server-only';
import { checkpointSchema, type LedgerEntry, type SignedCheckpoint } from '@/lib/contract/ledger';
import type { LedgerGap } from '@/lib/contract/verification';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { checkpointFileName } from './checkpoint-files';
import { isGenuine } from './checkpoint-signature';
import { isExplained } from './lost-checkpoints';

/** What a checkpoint is compared with: the entry of its number, where there is one. */
interface Place {
  /** The ledger's own name. */
  ledger: string | null;
  hash: string | undefined;
}

type Checkpoint = SignedCheckpoint['checkpoint'];
type Tell = (seq: number | null, message: string) => void;

const mostKept = 1_000;

/** Compares checkpoints with the chain. Losses are judged at the end, for the gap that explains them is younger. */
export class CheckpointCheck {
  readonly #tell: Tell;
  readonly #keys: Set<string>;
  readonly #lost: { checkpoint: Checkpoint; where: string }[] = [];
  readonly #otherLedgers = new Map<string, number>();
  readonly #gaps: (LedgerGap & { checkpointSeq: number; checkpointAt: string })[] = [];
  #strangers = 0;
  stored = 0;
  files = 0;
  signedTo = 0;

  constructor(ownKey: string, tell: Tell) {
    this.#keys = new Set([ownKey]);
    this.#tell = tell;
  }

  get gaps(): LedgerGap[] {
    return this.#gaps.map(({ seq, at, headSeq, lostSeq, lostAt }) => ({ seq, at, headSeq, lostSeq, lostAt }));
  }

  /** Learns of keys and gaps, as the chain is walked. */
  learn(entry: LedgerEntry): void {
    if (entry.kind === 'ledger.key') this.#keys.add(entry.fingerprint);
    if (entry.kind !== 'ledger.gap' || this.#gaps.length >= mostKept) return;
    const { seq, at, headSeq, checkpointSeq, checkpointAt } = entry;
    this.#gaps.push({
      seq,
      at,
      headSeq,
      lostSeq: checkpointSeq,
      lostAt: checkpointAt,
      checkpointSeq,
      checkpointAt,
    });
  }

  /** A checkpoint of the database. */
  takeStored(
    row: { seq: number; key_id: string; body: string; signature: string; public_key: string },
    place: Place,
  ): void {
    this.stored++;
    const { seq } = row;
    const where = `The checkpoint of entry ${String(seq)}`;
    const checkpoint = checkpointOf(row.body);
    const signed = checkpoint && { checkpoint, signature: row.signature, publicKey: row.public_key };
    if (!signed || !isGenuine(signed) || checkpoint.seq !== seq || checkpoint.key !== row.key_id)
      this.#tell(seq, `${where} is not what was signed.`);
    else if (!this.#keys.has(checkpoint.key))
      this.#tell(seq, `${where} is signed by a key that the ledger does not name.`);
    else if (checkpoint.ledger !== place.ledger) this.#tell(seq, `${where} is one of another ledger.`);
    else if (checkpoint.hash !== place.hash)
      this.#tell(seq, `${where} vouches for another entry than the one that is there.`);
    else this.signedTo = Math.max(this.signedTo, seq);
  }

  /** A checkpoint file; null where none could be read in it. */
  takeFile(name: string, signed: SignedCheckpoint | null, place: Place): void {
    this.files++;
    if (!signed || !isGenuine(signed)) {
      this.#tell(null, `The checkpoint file ${name} is not what was signed.`);
      return;
    }
    const { checkpoint } = signed;
    if (checkpointFileName(checkpoint) !== name) this.#tell(null, `The checkpoint file ${name} was renamed.`);
    else if (checkpoint.ledger !== place.ledger)
      this.#otherLedgers.set(checkpoint.ledger, (this.#otherLedgers.get(checkpoint.ledger) ?? 0) + 1);
    else if (!this.#keys.has(checkpoint.key)) this.#strangers++;
    else if (checkpoint.hash === place.hash) this.signedTo = Math.max(this.signedTo, checkpoint.seq);
    else if (this.#lost.length < mostKept) this.#lost.push({ checkpoint, where: name });
  }

  /** Tells what was lost without the ledger saying so, and returns what is worth knowing besides. */
  end(): string[] {
    for (const { checkpoint, where } of this.#lost) {
      if (isExplained(checkpoint, this.#gaps)) continue;
      this.#tell(
        checkpoint.seq,
        `Entry ${String(checkpoint.seq)} was another one, or is lost: the checkpoint file ${where} was signed for it on ${checkpoint.at}.`,
      );
    }
    const others = [...this.#otherLedgers].map(
      ([ledger, count]) =>
        `${String(count)} checkpoint files are of another ledger (${ledger}). If this console never had another database, its own was replaced by an empty one.`,
    );
    const strangers = `${String(this.#strangers)} checkpoint files are signed by keys that this ledger does not name, and prove nothing here.`;
    return this.#strangers > 0 ? [...others, strangers] : others;
  }
}

/** The checkpoint of a body, if that is the one text it can have. */
function checkpointOf(body: string): Checkpoint | null {
  try {
    const checkpoint = checkpointSchema.safeParse(JSON.parse(body)).data;
    return checkpoint && canonicalJson(checkpoint) === body ? checkpoint : null;
  } catch {
    return null;
  }
}
