import 'server-only';
import type Database from 'libsql';
import type { JournalFacets, JournalRow } from '@/lib/contract/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { fieldsSent } from '@/lib/server/services/journal/remote/fields-sent';
import { quoted } from './snapshot-columns';
import { orderOf, whereOf, type SqlPart } from './snapshot-sql';

interface SnapshotFacts {
  lines: number;
  /** When the service was asked, epoch ms. */
  readAt: number;
  facets: JournalFacets;
  /** Removes the file's name where that was not possible before. */
  remove: () => void;
}

const mostCounts = 200;

/** All journal lines as they were at one time, in a SQLite file of our own. Answers at once (synchronously). */
export class JournalSnapshot {
  readonly readAt: number;
  readonly lines: number;
  readonly facets: JournalFacets;
  readonly #database: Database.Database;
  readonly #remove: () => void;
  readonly #counts = new Map<string, number>();

  constructor(database: Database.Database, facts: SnapshotFacts) {
    this.#database = database;
    this.readAt = facts.readAt;
    this.lines = facts.lines;
    this.facets = facts.facets;
    this.#remove = facts.remove;
  }

  /** One page of the lines that match, and how many match in all. */
  page(query: JournalQuery): { rows: JournalRow[]; total: number } {
    const where = whereOf(query);
    const total = this.#count(where);
    const offset = (query.page - 1) * query.pageSize;
    if (offset >= total) return { rows: [], total };
    // Rowids first: sorting whole lines of 167 values would move a hundred times as much.
    const ids = this.#database
      .prepare(
        `SELECT rowid FROM lines ${where.sql} ${orderOf(query, total * 8 < this.lines)} LIMIT ? OFFSET ?`,
      )
      .raw()
      .all(...where.values, query.pageSize, offset) as [number][]; // one column, an integer
    return {
      rows: this.#rows(
        ids.map(([id]) => id),
        query.columns,
      ),
      total,
    };
  }

  close(): void {
    this.#database.close();
    this.#remove();
  }

  #count({ sql, values }: SqlPart): number {
    if (sql === '') return this.lines;
    const key = JSON.stringify([sql, values]);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const row = this.#database
      .prepare(`SELECT count(*) FROM lines ${sql}`)
      .raw()
      .get(...values) as [number];
    if (this.#counts.size >= mostCounts) this.#counts.clear();
    this.#counts.set(key, row[0]);
    return row[0];
  }

  #rows(ids: readonly number[], columns: readonly string[]): JournalRow[] {
    const names = fieldsSent(columns);
    const booleans = names.map((name) => journalField(name)?.kind === 'boolean');
    const found = this.#database
      .prepare(`SELECT rowid, ${names.map(quoted).join(', ')} FROM lines WHERE rowid IN (${ids.join(',')})`)
      .raw()
      .all() as (string | number | null)[][]; // what the writer stored
    const byId = new Map<unknown, JournalRow>();
    for (const [id, ...values] of found) {
      const row: JournalRow = {};
      values.forEach((value, at) => {
        const name = names[at];
        if (name !== undefined && value !== null) row[name] = booleans[at] ? value === 1 : value;
      });
      byId.set(id, row);
    }
    return ids.map((id) => byId.get(id) ?? {});
  }
}
