import 'server-only';
import { readFile, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Labels } from '@/lib/contract/access/labels';
import { isLabelsHead, LabelsReader } from '@/lib/domain/access/names/labels-reader';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { Refreshing } from '@/lib/server/refreshing';
import { fileText } from '@/lib/server/spreadsheet/file-text';

/** Maximum file size in bytes, enough for 200,000 names. */
const mostBytes = 16 * 1024 * 1024;
const rowsAtOnce = 5_000;
/** Time before another read of an unchanged file that could not be read. */
const retryMs = 10_000;

interface ReadLabels {
  labels: Labels;
  json: string;
  entitiesJson: string;
}

const none = withTexts({ records: [], entities: [] });

/** Names from a labels file (`MEM_LABELS_FILE`) for one connection. After a failed read the earlier names stay. */
export class LabelsFile {
  readonly #path: string | null;
  readonly #connection: string;
  readonly #log: Logger;
  readonly #labels: Refreshing<ReadLabels>;
  #stamp = '';
  #reason = '';

  constructor(path: string | null, connection: string, log: Logger) {
    this.#path = path;
    this.#connection = connection;
    this.#log = log;
    this.#labels = new Refreshing({
      read: () => this.#readOrLog(),
      freshMs: () => Infinity, // until the file changes
      pauseMs: () => retryMs,
    });
  }

  async read(): Promise<ReadLabels> {
    const stamp = this.#path === null ? '' : await stampOf(this.#path);
    if (stamp !== this.#stamp) this.#labels.expire();
    this.#stamp = stamp;
    return this.#labels.get().catch(() => none);
  }

  get isConfigured(): boolean {
    return this.#path !== null;
  }

  /** Why the names are not those of the current file, without its path; null if they are. */
  async problem(): Promise<string | null> {
    await this.read();
    const { failure } = this.#labels;
    if (failure === null) return null;
    return failure.error instanceof SheetFault ? failure.error.message : 'It cannot be opened.';
  }

  async #readOrLog(): Promise<ReadLabels> {
    if (this.#path === null) return none;
    try {
      return await this.#readFile(this.#path);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== this.#reason)
        this.#log.warn(
          { file: this.#path, reason },
          'The labels file could not be read; the names are those read before.',
        );
      this.#reason = reason;
      throw error;
    }
  }

  async #readFile(path: string): Promise<ReadLabels> {
    const stamp = await stampOf(path);
    const { size } = await stat(path);
    if (size > mostBytes) throw new SheetFault(`It is larger than ${String(mostBytes / 1024 / 1024)} MB.`);
    const text = fileText(await readFile(path));
    if (text === null) throw new SheetFault('It is not UTF-8; save it as “CSV UTF-8”.');
    const reader = new LabelsReader(this.#connection);
    let rows = 0;
    for (const row of csvRows(text, isLabelsHead)) {
      reader.take(row);
      if (++rows % rowsAtOnce === 0) await nextTurn();
    }
    const labels = reader.labels();
    if ((await stampOf(path)) !== stamp) throw new SheetFault('It was changed while it was read.');
    if (reader.problems.length > 0)
      this.#log.warn(
        { file: path, problems: reader.problems },
        'Some rows of the labels file name nothing and are left out.',
      );
    this.#log.info(
      { file: path, records: labels.records.length, entities: labels.entities.length },
      'The names of the labels file were read.',
    );
    this.#reason = '';
    return withTexts(labels);
  }
}

function withTexts(labels: Labels): ReadLabels {
  const entitiesJson = JSON.stringify({ ...labels, records: [] });
  return { labels, json: JSON.stringify(labels), entitiesJson };
}

/** Changes whenever the file or its permissions change. */
async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, ctimeMs, size, ino } = await stat(path);
    return [mtimeMs, ctimeMs, size, ino].join(' ');
  } catch {
    return 'gone';
  }
}
