import 'server-only';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { DatabaseError, reasonOf } from './database-error';

/**
 * Locks a database file against a second console. The operating system holds the lock on a file beside it: a
 * dead process releases it, and backup tools can read the database. @returns the release. @throws DatabaseError.
 */
export function lockFile(file: string): () => void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return take(file);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(
      `The database ${file} cannot be opened; its folder must be one that the console may write: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

function take(file: string): () => void {
  const lock = new Database(`${file}.lock`);
  try {
    lock.pragma('busy_timeout = 0');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DatabaseError(
      `The database ${file} is in use by another console${ownerOf(file)}. ` +
        'Stop that one, or give each a DATABASE_URL of its own; for several replicas use PostgreSQL.',
    );
  }
  writeFileSync(`${file}.owner`, `${String(process.pid)}\n`);
  return () => {
    rmSync(`${file}.owner`, { force: true });
    lock.exec('ROLLBACK'); // the driver's close would keep the lock until the next garbage collection
    lock.close();
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}

function ownerOf(file: string): string {
  try {
    const pid = /^\d+/.exec(readFileSync(`${file}.owner`, 'utf8'))?.[0];
    return pid === undefined ? '' : ` (process ${pid})`;
  } catch {
    return ''; // the other process may be about to write it
  }
}
