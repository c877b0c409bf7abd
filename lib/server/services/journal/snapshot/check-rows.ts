import 'server-only';
import type Database from 'libsql';
import type { Cell } from '@/lib/contract/access/access';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { checksWithin, journalCheck, type CheckId, type SingleCheckId } from '@/lib/domain/journal/checks';
import { optionFields, optionMeaning, type OptionField } from '@/lib/domain/journal/option-meanings';
import { recordFields } from '@/lib/domain/journal/field-index';
import type { KnownMatrix } from '@/lib/server/services/access/mirror/mirror';
import { ConsoleError } from '@/lib/server/console-error';
import {
  checkValues,
  comparedLines,
  doubtfulLines,
  foundRows,
  halfAmount,
  optionsRead,
  optionValues,
  undecidedRows,
} from './check-sql';
import { quoted } from './snapshot-columns';

export type KnownAccess = () => KnownMatrix | null;

/** The record field that each check compares with the access of the line's entity. */
const askedFields: Partial<Record<SingleCheckId, (typeof recordFields)[keyof typeof recordFields]>> = {
  'item-access': recordFields.item,
  'location-access': recordFields.location,
};

/** The matrix's name for the records of a check; undefined if it lists none. */
export function recordTypeOf(check: SingleCheckId, matrix: AccessMatrix): string | undefined {
  const called = askedFields[check]?.types.map((type) => type.toLowerCase());
  return matrix.recordTypes.find((type) => called?.includes(type.toLowerCase()));
}

/** Stores the results of checks that compare lines or ask the access matrix. */
export class CheckRows {
  readonly #database: Database.Database;
  readonly #access: KnownAccess;
  /** The matrix version behind each check's rows, or '' for checks of lines alone. */
  readonly #ready = new Map<SingleCheckId, string>();
  readonly #decimals: number;
  /** Null before the first search. */
  #unknown: Map<OptionField, string[]> | null = null;

  constructor(database: Database.Database, access: KnownAccess, decimals: number) {
    this.#database = database;
    this.#access = access;
    this.#decimals = decimals;
  }

  unknownOptions(check: CheckId): Map<OptionField, string[]> {
    const read = new Set(checksWithin(check).flatMap((single) => optionsRead[single] ?? []));
    return new Map([...this.#options()].filter(([field]) => read.has(field)));
  }

  /** @returns whether rows changed. @throws ConsoleError `service-unavailable` if the check needs a complete matrix. */
  prepare(check: CheckId): boolean {
    this.#options();
    return checksWithin(check).filter((single) => this.#prepare(single)).length > 0;
  }

  #prepare(check: SingleCheckId): boolean {
    const access = journalCheck(check)?.needsAccess === true ? this.#known() : null;
    if (access === null && comparedLines[check] === undefined) return false;
    const version = access?.version ?? '';
    if (this.#ready.get(check) === version) return false;
    this.#database.exec(
      `CREATE TABLE IF NOT EXISTS ${foundRows} ("check", id INTEGER, PRIMARY KEY ("check", id)) WITHOUT ROWID`,
    );
    this.#ready.delete(check);
    this.#forget(check);
    this.#forget(undecidedRows(check));
    const compared = comparedLines[check];
    if (compared !== undefined) this.#keep(check, compared);
    const doubtful = doubtfulLines[check];
    if (doubtful !== undefined) {
      this.#keep(undecidedRows(check), doubtful);
      this.#dropDecided(check);
    }
    if (access !== null) this.#keepDenied(check, access);
    this.#ready.set(check, version);
    return true;
  }

  #known(): KnownMatrix {
    const known = this.#access();
    if (known) return known;
    throw new ConsoleError(
      'service-unavailable',
      'The console has not read all assignments from the service yet, so it cannot say which entities may use what. Nothing was changed. Try again in a moment.',
      { retryAfterSeconds: 5 },
    );
  }

  #keepDenied(check: SingleCheckId, known: KnownMatrix): void {
    const type = recordTypeOf(check, known.matrix);
    if (type === undefined) return;
    this.#database.exec(
      'CREATE TABLE IF NOT EXISTS temp.pairs (record, entity, "check", PRIMARY KEY (record, entity)) WITHOUT ROWID',
    );
    for (const field of (askedFields[check]?.fields ?? []).map(quoted)) {
      const pairs = this.#database
        .prepare(`SELECT DISTINCT ${field}, "BssiEntityID" FROM lines`)
        .raw()
        .all() as [string | null, string | null][]; // texts of the service
      this.#database.exec('DELETE FROM temp.pairs');
      const note = this.#database.prepare('INSERT INTO temp.pairs VALUES (?, ?, ?)');
      for (const [record, entity] of pairs) {
        if (record === null || entity === null) continue;
        const cell = { recordType: type, recordId: record.trim(), entityId: entity.trim() };
        if (known.isUnconfirmed(cell)) note.run(record, entity, undecidedRows(check));
        else if (isDenied(known.matrix, cell)) note.run(record, entity, check);
      }
      for (const rows of [check, undecidedRows(check)])
        this.#keep(
          rows,
          `SELECT rowid FROM lines WHERE (${field}, "BssiEntityID") IN (SELECT record, entity FROM temp.pairs WHERE "check" = '${rows}')`,
        );
    }
    this.#dropDecided(check); // one denied field is enough
  }

  /** Removes undecided lines that the check finds for another reason. */
  #dropDecided(check: SingleCheckId): void {
    this.#database
      .prepare(
        `DELETE FROM ${foundRows} WHERE "check" = ? AND id IN (SELECT id FROM ${foundRows} WHERE "check" = ?)`,
      )
      .run(undecidedRows(check), check);
  }

  /** @returns the unknown values. */
  #options(): Map<OptionField, string[]> {
    if (this.#unknown !== null) return this.#unknown;
    this.#database.exec(
      `CREATE TABLE IF NOT EXISTS ${checkValues} (name, value, PRIMARY KEY (name, value)) WITHOUT ROWID`,
    );
    const note = this.#database.prepare(`INSERT OR IGNORE INTO ${checkValues} VALUES (?, ?)`);
    note.run(halfAmount, 0.5 * 10 ** -this.#decimals);
    const unknown = new Map<OptionField, string[]>();
    for (const field of optionFields) {
      const values = this.#database
        .prepare(`SELECT DISTINCT coalesce(${quoted(field)}, '') FROM lines`)
        .raw()
        .all() as [string][]; // texts of the service
      const others: string[] = [];
      for (const [value] of values) {
        const meaning = optionMeaning(field, value);
        note.run(optionValues(field, meaning), value);
        if (meaning === null) others.push(value);
      }
      if (others.length > 0) unknown.set(field, others);
    }
    return (this.#unknown = unknown);
  }

  #forget(name: string): void {
    this.#database.prepare(`DELETE FROM ${foundRows} WHERE "check" = ?`).run(name);
  }

  #keep(name: string, rows: string): void {
    this.#database.prepare(`INSERT OR IGNORE INTO ${foundRows} SELECT ?, * FROM (${rows})`).run(name);
  }
}

/** An assignment that does not exist is not a denial. */
function isDenied(matrix: AccessMatrix, { recordType, recordId, entityId }: Cell): boolean {
  const record = matrix.recordIndex(recordType, recordId);
  const entity = matrix.entityIndex(entityId);
  return record >= 0 && entity >= 0 && matrix.state(record, entity) === 'denied';
}
