import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Refreshing } from '@/lib/server/refreshing';
import { withTimeLimit } from '@/lib/server/until';
import { DatabaseError } from './database-error';
import type { Tables } from './tables';

/** Interval and time limit of a probe. */
const everyMs = 10_000;
const longestMs = 5_000;
const fillerBytes = 4_096;

const silent = 'The database does not answer.';

/** Writes to test writes, because a full disk still answers reads. @returns why they fail, in public words. */
export function writeProbe(kysely: Kysely<Tables>): () => Promise<string | null> {
  const probe = new Refreshing({
    read: () => write(kysely).then(() => null, causeOf),
    freshMs: () => everyMs,
  });
  return async () => {
    const leftMs = longestMs - (probe.readingMs ?? 0);
    return leftMs > 0 ? withTimeLimit(probe.get(), leftMs, silent) : silent;
  };
}

async function write(kysely: Kysely<Tables>): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    const id = randomUUID(); // replicas must not wait for one row
    await transaction
      .insertInto('write_probe')
      .values({ id, filler: randomBytes(fillerBytes).toString('base64') }) // a database would compress zeros
      .execute();
    await transaction.deleteFrom('write_probe').where('id', '=', id).execute();
  });
}

function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof DatabaseError) return 'The database is damaged.';
  if (code === 'SQLITE_FULL' || code === '53100') return 'The database is full.';
  if (code.startsWith('SQLITE_READONLY') || code === '25006') return 'The database takes no writes.';
  if (code.startsWith('SQLITE_BUSY')) return 'The database is locked by another program.';
  return silent;
}
