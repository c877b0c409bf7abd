import 'server-only';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';

const mostEntries = 5_000;

/** Reads files from a ZIP archive in memory, with limits and checksums. Names ignore case (ECMA-376, part 2). */
export class ZipReader {
  readonly #archive: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(archive: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#archive = archive;
    this.#entries = entries;
  }

  /** @throws SheetFault if the bytes are no readable archive or hold a name twice. */
  static async open(bytes: Buffer): Promise<ZipReader> {
    try {
      // Decodes names here: yauzl refuses an archive with a leading slash in a name, which some programs
      // write.
      const archive = await fromBufferPromise(bytes, { decodeStrings: false });
      if (archive.entryCount > mostEntries)
        throw new SheetFault(`The workbook has more than ${mostEntries.toLocaleString('en')} parts.`, true);
      const entries = new Map<string, Entry>();
      for await (const entry of archive.eachEntry()) {
        const name = nameOf(entry);
        if (entries.has(name)) throw damaged();
        entries.set(name, entry);
      }
      return new ZipReader(archive, entries);
    } catch (error) {
      throw error instanceof SheetFault ? error : damaged();
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** yauzl stops at the declared size. @throws SheetFault if the file is missing, damaged or larger than `most` bytes. */
  async *read(name: string, most: number): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw damaged();
    if (entry.uncompressedSize > most)
      throw new SheetFault(
        'The workbook unpacks to more than the console reads. Take out sheets and formatting that the import does not need, or save the sheet as CSV.',
        true,
      );
    let sum = 0;
    for await (const piece of this.#unpacked(entry)) {
      sum = crc32(piece, sum);
      yield piece;
    }
    if (sum !== entry.crc32) throw damaged();
  }

  /** An error of the consumer is no damaged file. */
  async *#unpacked(entry: Entry): AsyncGenerator<Uint8Array> {
    try {
      const stream = await this.#archive.openReadStreamPromise(entry);
      for await (const piece of stream) yield piece as Uint8Array; // what a stream of bytes carries
    } catch {
      throw damaged();
    }
  }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    .replace(/^\//, '')
    .toLowerCase();
}

function damaged(): SheetFault {
  return new SheetFault(
    'The file looks like a workbook, but cannot be read as one: it is damaged, protected by a password, or of another kind. Open it in a spreadsheet and save it as “Excel workbook (.xlsx)” without a password.',
  );
}
