import 'server-only';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignedCheckpoint } from '@/lib/contract/changes/ledger';
import type { Database } from '@/lib/server/db/database';
import { listCheckpointFiles } from './checkpoint-files';
import { entriesOfFiles } from './lost-checkpoints';

/** Files that one call looks at: the next checkpoint waits meanwhile. */
const mostAtOnce = 2_000;

const dayMs = 86_400_000;
const dayOf = (at: number): number => Math.floor(at / dayMs);

/**
 * Removes checkpoint files of past days (UTC) but the newest of each day, which vouches for all entries before it. It
 * removes only files of entries that are in the log as they were signed: every other file is a witness and stays.
 * @param newest the newest checkpoint; files of its log and not of its day are looked at.
 * @returns whether none is left to remove.
 * @throws the file system's error; ConsoleError `ledger-unavailable`.
 */
export async function thinCheckpointFiles(
  { directory, database }: { directory: string; database: Database },
  newest: SignedCheckpoint['checkpoint'],
): Promise<boolean> {
  const files = (await listCheckpointFiles(directory)).filter(({ ledger }) =>
    newest.ledger.startsWith(ledger),
  );
  const today = dayOf(Date.parse(newest.at));
  for (let from = 0; from < files.length; from += mostAtOnce - 1) {
    const some = files.slice(from, from + mostAtOnce); // the last one is the first of the next some
    const entries = await entriesOfFiles(some, database);
    const vouching = some.flatMap(({ name, seq, hash }) => {
      const entry = entries.get(seq);
      return entry?.hash.startsWith(hash) ? [{ name, day: dayOf(entry.at) }] : [];
    });
    const spare = vouching.filter(({ day }, at) => day < today && vouching[at + 1]?.day === day);
    for (const { name } of spare) await rm(join(directory, name), { force: true });
    if (spare.length > 0) return false; // the rest with the next checkpoint
  }
  return true;
}
