import 'server-only';
import type { Kysely } from 'kysely';
import type { SignedCheckpoint } from '@/lib/contract/changes/ledger';
import type { Tables } from '@/lib/server/db/tables';
import { entriesOf, ledgerName, type EntryOf } from '@/lib/server/ledger/ledger-identity';
import { checkpointFileName } from './checkpoint-files';
import { isGenuine, signedIn } from './checkpoint-signature';

type Checkpoint = SignedCheckpoint['checkpoint'];
type Gap = Pick<EntryOf<'ledger.gap'>, 'seq' | 'checkpointSeq' | 'checkpointAt'>;

/** What the ledger says of itself, by which checkpoints are judged. */
export interface LedgerSelf {
  /** Its own name; null where nothing tells it. */
  name: string | null;
  /** Fingerprint of the console's own key. */
  ownKey: string;
  /** The entry that names each key first, by fingerprint. */
  keys: ReadonlyMap<string, number>;
  gaps: readonly EntryOf<'ledger.gap'>[];
}

/** The entry of a checkpoint's number. */
export interface EntryStamp {
  hash: string;
  /** When it was written, in ms since 1970. */
  at: number;
}

/**
 * How a checkpoint file stands to the ledger:
 * - `unsigned`: nobody signed what it says; `renamed`: its name says something else than it does
 * - `other-log`, `strange-key`: of a log of another name, or by a key that this one does not name
 * - `vouches`: for the entry that is there
 * - `explained`: its entry is lost, as a recorded gap says; `reused`: so it is, but that what is there now is younger
 *   is known by its own time only
 * - `lost`: its entry is not there, or another copy's, and no gap says so; `changed`: the entry there was changed
 */
export type Standing =
  | 'unsigned'
  | 'renamed'
  | 'other-log'
  | 'strange-key'
  | 'vouches'
  | 'explained'
  | 'reused'
  | 'lost'
  | 'changed';

/** Checkpoints that are looked at for one that proves an entry to be older than another checkpoint. */
const mostOlder = 20;

/** Reads what the ledger says of itself. Throws what the database throws. */
export async function readSelf(on: Kysely<Tables>, ownKey: string): Promise<LedgerSelf> {
  const keys = new Map<string, number>();
  for (const { fingerprint, seq } of await entriesOf(on, 'ledger.key'))
    if (!keys.has(fingerprint)) keys.set(fingerprint, seq);
  const name = await ledgerName(on, ownKey);
  return { name, ownKey, keys, gaps: await entriesOf(on, 'ledger.gap') };
}

/**
 * Judges the checkpoint that a file holds, null where none could be read in it. Throws what the database throws.
 * @param entry the entry that has its number now.
 */
export async function standingOf(
  on: Kysely<Tables>,
  self: LedgerSelf,
  fileName: string,
  signed: SignedCheckpoint | null,
  entry: EntryStamp | undefined,
): Promise<Standing> {
  if (!signed || !isGenuine(signed)) return 'unsigned';
  const { checkpoint } = signed;
  if (checkpointFileName(checkpoint) !== fileName) return 'renamed';
  if (self.name !== null && checkpoint.ledger !== self.name) return 'other-log';
  if (checkpoint.key !== self.ownKey && !self.keys.has(checkpoint.key)) return 'strange-key';
  if (checkpoint.hash === entry?.hash) return 'vouches';
  const isReplaced = await isOfAnotherCopy(on, checkpoint, entry, self.ownKey);
  if (!isExplained(checkpoint, isReplaced, self.gaps)) return isReplaced ? 'lost' : 'changed';
  const isYounger = entry !== undefined && entry.at > Date.parse(checkpoint.at);
  return isYounger && !isExplained(checkpoint, false, self.gaps) ? 'reused' : 'explained';
}

/** The checkpoint is the one that a gap names, or older. */
export function isBefore(
  { seq, at }: Pick<Checkpoint, 'seq' | 'at'>,
  { checkpointSeq, checkpointAt }: Pick<Gap, 'checkpointSeq' | 'checkpointAt'>,
): boolean {
  return seq <= checkpointSeq && at <= checkpointAt;
}

/**
 * Whether a recorded gap accounts for a checkpoint that does not vouch for what is here: it was lost then, or before,
 * and its number was used again since, or what is here is of another copy of the ledger.
 */
function isExplained(checkpoint: Checkpoint, isReplaced: boolean, gaps: readonly Gap[]): boolean {
  return gaps.some((gap) => isBefore(checkpoint, gap) && (isReplaced || checkpoint.seq >= gap.seq));
}

/**
 * Whether a checkpoint that does not vouch for what is here may be one of a copy that was given up: its number is free,
 * or used by a younger entry, or by one that the console had signed before. Any other entry in its place was changed.
 */
async function isOfAnotherCopy(
  on: Kysely<Tables>,
  checkpoint: Checkpoint,
  entry: EntryStamp | undefined,
  ownKey: string,
): Promise<boolean> {
  const at = Date.parse(checkpoint.at);
  if (entry === undefined || entry.at > at) return true;
  const older = await on
    .selectFrom('ledger_checkpoint as signed')
    .innerJoin('ledger_entry as entry', 'entry.seq', 'signed.seq')
    .select(['signed.body', 'signed.signature', 'signed.public_key', 'entry.hash'])
    .where('signed.seq', '>=', checkpoint.seq)
    .where('signed.key_id', 'in', [ownKey, checkpoint.key])
    .where('signed.at', '<=', at)
    .orderBy('signed.seq')
    .limit(mostOlder)
    .execute();
  return older.some((row) => {
    const signed = signedIn(row);
    if (!signed || !isGenuine(signed)) return false;
    const { key, hash, ledger, at: signedAt } = signed.checkpoint;
    const isKnown = (key === ownKey || key === checkpoint.key) && ledger === checkpoint.ledger;
    return isKnown && hash === row.hash && signedAt <= checkpoint.at;
  });
}
