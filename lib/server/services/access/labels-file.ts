import 'server-only';
import { readFile, stat } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Labels } from '@/lib/contract/labels';
import { LabelsReader } from '@/lib/domain/access/labels-reader';
import { csvRows } from '@/lib/domain/spreadsheet/csv-rows';

/** Largest file that is read, in bytes: beyond 500,000 names. */
const mostBytes = 64 * 1024 * 1024;
/** Rows read before other work gets its turn. */
const rowsAtOnce = 5_000;

const none: Labels = { records: [], entities: [] };

/**
 * The names that `MEM_LABELS_FILE` gives for one connection. The file is read again when it has changed; one that
 * cannot be read leaves what was read before, and the log says why.
 */
export class LabelsFile {
  readonly #path: string | null;
  readonly #connection: string;
  readonly #log: Logger;
  #stamp = '';
  #labels: Promise<Labels> = Promise.resolve(none);

  /** @param path null where there is no such file. */
  constructor(path: string | null, connection: string, log: Logger) {
    this.#path = path;
    this.#connection = connection;
    this.#log = log;
  }

  /** The names of today. */
  async read(): Promise<Labels> {
    const path = this.#path;
    if (path === null) return none;
    const stamp = await stampOf(path);
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      const before = this.#labels;
      this.#labels = this.#readAnew(path).catch(async (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#log.warn({ reason }, 'MEM_LABELS_FILE could not be read; the names are those read before.');
        return before;
      });
    }
    return this.#labels;
  }

  async #readAnew(path: string): Promise<Labels> {
    const { size } = await stat(path);
    if (size > mostBytes) throw new Error(`It is larger than ${String(mostBytes / 1024 / 1024)} MB.`);
    const reader = new LabelsReader(this.#connection);
    let rows = 0;
    for (const row of csvRows(await readFile(path, 'utf8'))) {
      reader.take(row);
      if (++rows % rowsAtOnce === 0) await otherWork();
    }
    const { problems, labels } = reader;
    if (problems.length > 0)
      this.#log.warn({ problems }, 'Some rows of MEM_LABELS_FILE name nothing and are left out.');
    this.#log.info(
      { records: labels.records.length, entities: labels.entities.length },
      'The names of MEM_LABELS_FILE were read.',
    );
    return labels;
  }
}

/** Another text whenever the file is another one. */
async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return [mtimeMs, size, ino].join(' ');
  } catch {
    return 'gone';
  }
}
