import 'server-only';
import { isDecimal } from '@/lib/domain/exact-decimal';
import { byteOrderMark, csvRowBy } from '@/lib/domain/spreadsheet/csv';
import type { CsvSeparator, FileFormat } from '@/lib/contract/access/file-kinds';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { conditionsOnly } from '@/lib/domain/journal/grouping';
import { queryWords } from '@/lib/domain/journal/query-words';
import type { SheetValue } from '@/lib/domain/spreadsheet/sheet-row';
import { textBytes } from '@/lib/server/byte-stream';
import { aboutSheet, recordExport } from '@/lib/server/services/record-export';
import type { ServiceContext } from '@/lib/server/services/verb';
import { exportedName } from '@/lib/server/spreadsheet/exported-name';
import { zonedInstant } from '@/lib/server/spreadsheet/zoned-instant';
import { xlsxFile, type CellKind } from '@/lib/server/spreadsheet/xlsx-writer';

/** A column of the file; `name` is the field if the head does not say it. */
export interface FileColumn {
  head: string;
  name: string;
  kind: CellKind;
  width: number;
}

export interface FileContent {
  unit: 'line' | 'group';
  sheet: string;
  title: string;
  columns: readonly FileColumn[];
  total: readonly SheetValue[] | null;
  count: number;
  /** Begins with a blank. */
  covers: string;
  /** Throws if the copy becomes unreadable. */
  rows: () => Iterable<readonly SheetValue[]>;
  frozen: number;
  isFiltered: boolean;
  about: readonly [string, string][];
  noted: { before: string; after: string };
  /** In words and complete; null if nothing beside the filter. */
  chosen: { words: string; all: unknown } | null;
}

interface JournalFileParts {
  ctx: ServiceContext;
  query: JournalQuery;
  format: FileFormat;
  separator: CsvSeparator;
  readAt: number;
  left: readonly string[];
  timeZone: string | undefined;
  release: () => void;
  content: FileContent;
}

const callerLeft = 'whoever asked for it went away';

export class JournalFile {
  readonly name: string;
  readonly #parts: JournalFileParts;
  readonly #at = Date.now();
  #sent = 0;
  /** Why the rows stopped; null if they are complete. */
  #stoppedBy: string | null = callerLeft;
  #isBegun = false;

  constructor(parts: JournalFileParts) {
    const { ctx, query, format, readAt, timeZone, content } = parts;
    this.#parts = parts;
    const words = queryWords(query);
    const { chosen } = content;
    this.name = exportedName({
      before: ['journal', ctx.request.connection.key],
      after: [],
      asOf: new Date(readAt).toISOString(),
      timeZone,
      chosen:
        words.length === 0 && chosen === null
          ? null
          : { words: [chosen?.words ?? '', ...words].join(' '), all: chosen?.all ?? query },
      format,
    });
  }

  /** The stream does not report a browser that leaves before it reads. */
  endOnLeave(): void {
    const { signal } = this.#parts.ctx.request;
    const end = () => {
      if (!this.#isBegun) void this.#end();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    if (this.#isBegun) return;
    this.#isBegun = true;
    let isTaken = false;
    try {
      yield* this.#parts.format === 'csv' ? textBytes(this.#csvTexts()) : this.#workbook();
      isTaken = true;
    } finally {
      if (!isTaken) this.#stoppedBy ??= callerLeft;
      await this.#end();
    }
  }

  async recordBegin(): Promise<void> {
    await this.#record(this.#counted(this.#parts.content.count));
  }

  async #record(outcome: string): Promise<void> {
    const { ctx, query, content } = this.#parts;
    const { before, after } = content.noted;
    const filter = JSON.stringify(encodeJournalQuery(conditionsOnly(query)));
    await recordExport(ctx, 'journal', `${this.name}: ${outcome}, ${before}, filter ${filter}, ${after}`);
  }

  async #end(): Promise<void> {
    this.#isBegun = true;
    this.#parts.release();
    try {
      await this.#record(this.#outcome());
    } catch (error) {
      this.#parts.ctx.request.log.warn({ err: error }, 'How an export ended could not be recorded.');
    }
  }

  #counted(count: number): string {
    const { unit, covers } = this.#parts.content;
    return `${String(count)} ${unit}s${covers}`;
  }

  #outcome(): string {
    const { unit, count } = this.#parts.content;
    return this.#stoppedBy === null
      ? `complete, ${this.#counted(this.#sent)}`
      : `stopped at ${unit} ${String(this.#sent)} of ${String(count)}: ${this.#stoppedBy}`;
  }

  /** An error ends the rows, and the file goes on to report it. */
  *#rows(): Generator<readonly SheetValue[]> {
    const { ctx, content } = this.#parts;
    yield content.columns.map(({ head }) => head);
    if (content.total !== null) yield content.total;
    try {
      for (const row of content.rows()) {
        ctx.request.signal.throwIfAborted();
        yield row;
        this.#sent++;
      }
      this.#stoppedBy = null;
    } catch (error) {
      if (ctx.request.signal.aborted) throw error;
      ctx.request.log.error({ err: error }, 'An export of journal lines broke off.');
      this.#stoppedBy = 'the console could not read its copy of the lines any further; export again';
    }
  }

  *#csvTexts(): Generator<string> {
    yield byteOrderMark;
    const csvRow = csvRowBy(this.#parts.separator);
    const areDecimals = this.#parts.content.columns.map(({ kind }) => kind === 'decimal');
    for (const row of this.#rows())
      yield csvRow(
        row.map((value, at) =>
          areDecimals[at] && typeof value === 'string' && isDecimal(value) ? { decimal: value } : value,
        ),
      );
    // A CSV cannot say that it stopped, so it must not arrive as complete.
    if (this.#stoppedBy !== null) throw new Error(`The export ${this.#outcome()}.`);
  }

  #workbook(): AsyncGenerator<Uint8Array> {
    const { sheet, title, columns, total, frozen, isFiltered } = this.#parts.content;
    return xlsxFile([
      {
        name: sheet,
        rows: this.#rows(),
        widths: columns.map(({ width }) => width),
        kinds: columns.map(({ kind }) => kind),
        frozen: { rows: total === null ? 1 : 2, columns: frozen },
        ...(isFiltered && { isFiltered }),
      },
      aboutSheet(title, () => this.#aboutRows()), // read after the rows are written
    ]);
  }

  #aboutRows(): [string, string][] {
    const { ctx, query, content, readAt, timeZone, left } = this.#parts;
    const { label, key, currency } = ctx.request.connection;
    const words = queryWords(query);
    return [
      [content.unit === 'line' ? 'Lines' : 'Groups', this.#outcome()],
      ['Connection', `${label} (${key})`],
      ['Filter', words.length === 0 ? 'none' : words.join('; ')],
      ...(left.length === 0 ? [] : [['Not known', left.join(' ')] satisfies [string, string]]),
      ...(currency === null ? [] : [['Currency', currency.code] satisfies [string, string]]),
      ...content.about,
      ['As of', zonedInstant(readAt, timeZone).words],
      ['Exported by', ctx.request.actor?.name ?? ''],
      ['Exported at', zonedInstant(this.#at, timeZone).words],
      ...content.columns.map(({ head, name }, at): [string, string] => [
        `Column ${String(at + 1)}`,
        `${head} (${name})`,
      ]),
    ];
  }
}
