import 'server-only';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';

interface ZipEntry {
  packed: number;
  size: number;
  offset: number;
  isDeflated: boolean;
}

const endSignature = 0x0605_4b50;
const endSize = 22;
const longestComment = 0xffff;
const mostEntries = 5_000;
const mostEntriesText = '5,000';
const pieceSize = 64 * 1024;

/**
 * Reads single files out of a ZIP archive that lies in memory. It trusts nothing the archive says of itself: what is
 * unpacked is counted and ends at the limit, so a small archive cannot grow into much.
 */
export class ZipReader {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  /** @throws SheetFault where the bytes are not an archive that can be read. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#entries = directoryOf(bytes);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * The unpacked bytes of one file, piece by piece.
   * @throws SheetFault where there is no such file, it is damaged, or it has more than `most` bytes.
   */
  async *read(name: string, most: number): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged();
    if (entry.size > most) throw tooMuch();
    const start = entry.offset + 30;
    if (start > this.#bytes.length || this.#bytes.readUInt32LE(entry.offset) !== 0x0403_4b50) throw damaged();
    const from = start + this.#bytes.readUInt16LE(start - 4) + this.#bytes.readUInt16LE(start - 2);
    const packed = this.#bytes.subarray(from, from + entry.packed);
    if (packed.length !== entry.packed) throw damaged();
    let size = 0;
    for await (const piece of entry.isDeflated ? inflated(packed) : pieces(packed)) {
      size += piece.length;
      if (size > entry.size) throw damaged(); // more than it says: nothing it says can be believed
      yield piece;
    }
    if (size !== entry.size) throw damaged();
  }
}

async function* inflated(packed: Buffer): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: pieceSize });
  const source = Readable.from(pieces(packed), { objectMode: false });
  const flow = pipeline(source, inflate).catch((error: unknown) => error); // also ends up at whoever reads
  try {
    for await (const piece of inflate) yield piece as Uint8Array; // what a zlib stream carries
  } catch {
    throw damaged();
  } finally {
    source.destroy();
    inflate.destroy();
    await flow;
  }
}

function* pieces(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
}

function directoryOf(bytes: Buffer): Map<string, ZipEntry> {
  const end = endRecordOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > mostEntries) throw new SheetFault(`The workbook has more than ${mostEntriesText} parts.`, true);
  const entries = new Map<string, ZipEntry>();
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x0201_4b50) throw damaged();
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, nameEnd);
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw damaged();
    entries.set(name.replace(/^\//, ''), {
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      isDeflated: method === 8,
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function endRecordOf(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - endSize - longestComment);
  for (let at = bytes.length - endSize; at >= lowest; at--)
    if (bytes.readUInt32LE(at) === endSignature) return at;
  throw damaged();
}

function damaged(): SheetFault {
  return new SheetFault(
    'The file ends in .xlsx or looks like a workbook, but cannot be read as one: it is damaged, protected by a password, or of another kind. Open it in a spreadsheet and save it as “Excel workbook (.xlsx)” without a password.',
  );
}

function tooMuch(): SheetFault {
  return new SheetFault(
    'The workbook unpacks to more than the console reads. Take out sheets and formatting that the import does not need, or save the sheet as CSV.',
    true,
  );
}
