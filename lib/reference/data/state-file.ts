import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';

/** What was changed in one world: assignments by the places of record and entity, and posted journal batches. */
interface KeptChanges {
  access: readonly { record: number; entity: number; accessible: boolean }[];
  posted: readonly { template: string; batch: string }[];
}

/** Written into the file; another number means tables of another shape. */
const FORMAT = 1;
/** Written into the file beside it: whose it is. */
const APPLICATION = 0x4d454d52;

const TABLES = `
  create table if not exists changed_access (
    world text, record integer, entity integer, accessible integer, primary key (world, record, entity)
  ) without rowid;
  create table if not exists posted_batch (
    world text, template text, batch text, primary key (world, template, batch)
  ) without rowid;
  pragma application_id = ${APPLICATION};
  pragma user_version = ${FORMAT};`;

/** A state file that must not be used; its message is fit for a person. */
class UnusableFile extends Error {}

/**
 * Keeps the changes of one world (size and seed) in a SQLite file, or in memory; other worlds in the same file stay as
 * they are. A change is in the file when its call returns, so a kill loses nothing. The file is locked by the operating
 * system until it is closed or the process ends.
 */
export class StateFile {
  private readonly file: Database.Database | null = null;
  private readonly database: Database.Database;
  /** Why changes are not, or not all, in the file; null while they are. */
  failure: string | null = null;

  /**
   * Opens the file, which is made with its folder where it is missing. Null keeps changes in memory, and so does a
   * folder that cannot be written. Throws Error with a sentence when it is broken or another process has it.
   */
  constructor(
    private readonly path: string | null,
    private readonly world: string,
  ) {
    try {
      if (path !== null) this.file = openLocked(path);
    } catch (error) {
      if (error instanceof UnusableFile) throw error;
      this.note(error);
    }
    this.database = this.file ?? new Database(':memory:');
    if (this.file === null) this.database.exec(TABLES);
  }

  /** What whoever starts the service should know; null when all is well. */
  get notice(): string | null {
    if (this.failure !== null || this.path === null) return this.failure;
    const former = this.path.replace(/\.db$/, '.json');
    if (former === this.path || !existsSync(former)) return null;
    return `${former} is of an earlier version and is not read: its changes are not shown. Delete it.`;
  }

  /** Everything that is kept of this world. */
  read(): KeptChanges {
    try {
      return this.kept();
    } catch (error) {
      if (this.file !== null) unlock(this.file, this.path ?? '');
      throw new UnusableFile(brokenSentence(this.path ?? ''), { cause: error });
    }
  }

  private kept(): KeptChanges {
    const rows = (sql: string): Record<string, unknown>[] =>
      this.database.prepare(sql).all(this.world) as Record<string, unknown>[]; // rows of the tables above
    return {
      access: rows('select record, entity, accessible from changed_access where world = ?').map((row) => ({
        record: Number(row['record']),
        entity: Number(row['entity']),
        accessible: row['accessible'] === 1,
      })),
      posted: rows('select template, batch from posted_batch where world = ?').map((row) => ({
        template: String(row['template']),
        batch: String(row['batch']),
      })),
    };
  }

  /** Keeps the value of an assignment. */
  keepAccess(record: number, entity: number, accessible: boolean): void {
    this.write(
      'insert or replace into changed_access values (?, ?, ?, ?)',
      record,
      entity,
      accessible ? 1 : 0,
    );
  }

  /** Keeps that a batch was posted. */
  keepPosted(template: string, batch: string): void {
    this.write('insert or replace into posted_batch values (?, ?, ?)', template, batch);
  }

  /** Forgets everything of this world. */
  forget(): void {
    this.write('delete from changed_access where world = ?');
    this.write('delete from posted_batch where world = ?');
  }

  /** Gives the file free. Throws Error when not everything could be kept. */
  close(): void {
    if (this.file !== null && this.path !== null) unlock(this.file, this.path);
    this.database.close();
    if (this.failure !== null) throw new Error(this.failure);
  }

  private write(sql: string, ...values: (string | number)[]): void {
    try {
      this.database.prepare(sql).run(this.world, ...values);
    } catch (error) {
      this.note(error);
    }
  }

  private note(error: unknown): void {
    this.failure = `The state file ${this.path ?? ''} could not be written: ${String(error)}`;
  }
}

/** Removes a state file, a broken one too. Throws Error with a sentence when another process has it, or it is another's. */
export function removeStateFile(path: string): void {
  try {
    unlock(openLocked(path), path);
  } catch (error) {
    if (!isBroken(error instanceof UnusableFile ? error.cause : error)) throw error;
  }
  for (const file of [path, `${path}-journal`]) rmSync(file, { force: true });
}

function openLocked(path: string): Database.Database {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path);
  try {
    database.pragma('busy_timeout = 0');
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('synchronous = OFF'); // what the operating system was given outlives this process
    database.exec('begin exclusive; commit'); // the lock stays, for the locking mode says so
    // One row with one number each, by the pragmas' definition.
    const [application, format] = ['application_id', 'user_version'].map(
      (name) => (database.prepare(`pragma ${name}`).get() as Record<string, number>)[name],
    );
    const isNew = database.prepare('select 1 from sqlite_schema limit 1').get() === undefined;
    const isOurs = isNew ? application === 0 && format === 0 : application === APPLICATION && format === FORMAT;
    if (!isOurs) throw new UnusableFile(foreignSentence(path));
    database.exec(TABLES);
    writeFileSync(ownerOf(path), `${process.pid}\n`);
    return database;
  } catch (error) {
    close(database);
    if (codeOf(error) === 'SQLITE_BUSY') throw new UnusableFile(inUseSentence(path), { cause: error });
    if (isBroken(error)) throw new UnusableFile(brokenSentence(path), { cause: error });
    throw error;
  }
}

function unlock(database: Database.Database, path: string): void {
  rmSync(ownerOf(path), { force: true });
  close(database);
}

/** The driver's close alone keeps the lock until memory is collected; in this mode it goes with the next access. */
function close(database: Database.Database): void {
  try {
    database.pragma('locking_mode = NORMAL');
    database.prepare('select count(*) from sqlite_schema').get();
  } catch {
    // It is broken, or another process has it.
  }
  database.close();
}

/** The lock is the operating system's; this file beside it only tells people which process holds it. */
const ownerOf = (path: string): string => `${path}.owner`;

function inUseSentence(path: string): string {
  let owner = '';
  try {
    const pid = /^\d+/.exec(readFileSync(ownerOf(path), 'utf8'))?.[0];
    if (pid !== undefined) owner = ` (${pid})`;
  } catch {
    // The other process may be about to write it.
  }
  return `The demo data in ${path} is in use by another process${owner}. Stop it, or start this one in another folder.`;
}

function brokenSentence(path: string): string {
  return `The state file ${path} is broken, so nothing was started and nothing was changed. Move it away, or start with --reset to begin anew.`;
}

function foreignSentence(path: string): string {
  return `${path} is no state file of this version, so nothing was started and nothing was changed. Name another file, or move this one away.`;
}

function isBroken(error: unknown): boolean {
  return ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(String(codeOf(error)));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
