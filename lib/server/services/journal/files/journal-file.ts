import 'server-only';
import { noEntityNames, type EntityNames } from '@/lib/domain/access/names/named';
import { isDecimal } from '@/lib/domain/exact-decimal';
import { byteOrderMark, csvRowBy } from '@/lib/domain/spreadsheet/csv';
import type { JournalExportRequest } from '@/lib/domain/journal/grouping-request';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { pageReader } from '@/lib/domain/reader-formats';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { conditionsOnly } from '@/lib/domain/journal/grouping';
import { plainWriting, queryWords } from '@/lib/domain/journal/condition-words';
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

export interface FileSheet {
  name: string;
  columns: readonly FileColumn[];
  /** Throws if the copy becomes unreadable. */
  rows: () => Iterable<readonly SheetValue[]>;
  /** Rows of a workbook below the others. */
  totals: readonly (readonly SheetValue[])[];
  /** Columns that stay in view. */
  frozen: number;
  /** Its lines or groups; 0 for a sheet that only sums up others. */
  count: number;
}

/** A CSV has the first sheet alone. */
export interface FileContent {
  unit: 'line' | 'group';
  title: string;
  sheets: readonly [FileSheet, ...FileSheet[]];
  /** Begins with a blank. */
  covers: string;
  about: readonly [string, string][];
  noted: { before: string; after: string };
  /** What the file's name says beside the filter; null: nothing was chosen. */
  chosen: string | null;
}

interface JournalFileParts extends Pick<JournalExportRequest, 'query' | 'format' | 'separator'> {
  ctx: ServiceContext;
  readAt: number;
  left: readonly string[];
  release: () => void;
  content: FileContent;
  names: EntityNames;
}

export class JournalFile {
  readonly name: string;
  /** Lines or groups that it has when it is whole. */
  readonly count: number;
  readonly #parts: JournalFileParts;
  readonly #at = Date.now();
  readonly #timeZone = pageReader().timeZone;
  #sent = 0;
  /** Why the file stopped; null if it is whole. */
  #stoppedBy: string | null = 'whoever asked for it went away';
  #isBegun = false;

  constructor(parts: JournalFileParts) {
    const { ctx, query, format, readAt, content } = parts;
    this.#parts = parts;
    this.count = content.sheets.reduce((count, sheet) => count + sheet.count, 0);
    const words = wordsOf(query, noEntityNames);
    const { chosen } = content;
    this.name = exportedName({
      before: ['journal', ctx.request.connection.key],
      after: [],
      asOf: new Date(readAt).toISOString(),
      timeZone: this.#timeZone,
      chosen:
        words.length === 0 && chosen === null
          ? null
          : { words: [chosen ?? '', ...words].join(' '), all: [query, content.noted] },
      format,
    });
  }

  /** Records the export, also its end if the browser leaves before it reads, which the stream does not report. */
  async begin(): Promise<void> {
    await this.#record(this.#counted(this.count));
    const { signal } = this.#parts.ctx.request;
    const end = () => {
      if (!this.#isBegun) void this.#end();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }

  /** The file; it breaks off when the copy cannot be read on, so that no part of it arrives as whole. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const { ctx, format } = this.#parts;
    try {
      yield* format === 'csv' ? textBytes(this.#csvTexts()) : this.#workbook();
      this.#stoppedBy = null;
    } catch (error) {
      if (!ctx.request.signal.aborted) {
        ctx.request.log.error({ err: error }, 'An export of journal lines broke off.');
        this.#stoppedBy = 'the console could not read its copy of the lines any further; export again';
      }
      throw error;
    } finally {
      await this.#end();
    }
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
    return this.#stoppedBy === null
      ? `complete, ${this.#counted(this.#sent)}`
      : `stopped at ${this.#parts.content.unit} ${String(this.#sent)} of ${String(this.count)}: ${this.#stoppedBy}`;
  }

  *#rows({ columns, rows, count }: FileSheet): Generator<readonly SheetValue[]> {
    yield columns.map(({ head }) => head);
    for (const row of rows()) {
      this.#parts.ctx.request.signal.throwIfAborted();
      yield row;
      if (count > 0) this.#sent++;
    }
  }

  *#csvTexts(): Generator<string> {
    yield byteOrderMark;
    const { separator, content } = this.#parts;
    const [sheet] = content.sheets;
    const csvRow = csvRowBy(separator);
    const areDecimals = sheet.columns.map(({ kind }) => kind === 'decimal');
    for (const row of this.#rows(sheet))
      yield csvRow(
        row.map((value, at) =>
          areDecimals[at] && typeof value === 'string' && isDecimal(value) ? { decimal: value } : value,
        ),
      );
  }

  #workbook(): AsyncGenerator<Uint8Array> {
    const { title, sheets } = this.#parts.content;
    return xlsxFile([
      ...sheets.map((sheet) => ({
        name: sheet.name,
        rows: this.#rows(sheet),
        totals: sheet.totals,
        widths: sheet.columns.map(({ width }) => width),
        kinds: sheet.columns.map(({ kind }) => kind),
        frozen: { rows: 1, columns: sheet.frozen },
        isFiltered: true as const,
      })),
      aboutSheet(title, () => this.#aboutRows()),
    ]);
  }

  #aboutRows(): [string, string][] {
    const { ctx, query, content, readAt, left, names } = this.#parts;
    const { label, key, currency } = ctx.request.connection;
    const words = wordsOf(query, names);
    const columns = content.sheets.find(({ count }) => count > 0)?.columns ?? content.sheets[0].columns;
    return [
      [content.unit === 'line' ? 'Lines' : 'Groups', this.#counted(this.count)],
      ['Connection', `${label} (${key})`],
      ['Filter', words.length === 0 ? 'none' : words.join('; ')],
      ...(left.length === 0 ? [] : [['Not known', left.join(' ')] satisfies [string, string]]),
      ...(currency === null ? [] : [['Currency', currency.code] satisfies [string, string]]),
      ...content.about,
      ['As of', zonedInstant(readAt, this.#timeZone).words],
      ['Exported by', ctx.request.actor?.name ?? ''],
      ['Exported at', zonedInstant(this.#at, this.#timeZone).words],
      ...columns.map(({ head, name }, at): [string, string] => [
        `Column ${String(at + 1)}`,
        `${head} (${name})`,
      ]),
    ];
  }
}

/** The conditions of the lines in words. */
function wordsOf(query: JournalQuery, names: EntityNames): string[] {
  return queryWords(query, plainWriting(names)).map(({ words }) => words.join(' or '));
}
