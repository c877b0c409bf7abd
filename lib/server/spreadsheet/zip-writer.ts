import 'server-only';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive; its bytes are made while it is written. */
export interface ZipPart {
  name: string;
  bytes: () => AsyncIterable<Uint8Array>;
}

/** What the directory at the end says of a part. */
interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const mostBytes = 0xffff_ffff; // without ZIP64, which older spreadsheets do not read
const version = 20;
/** Sizes follow the data, names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980, the earliest there is: an archive says nothing about when it was made. */
const dosDate = 0x0021;

/**
 * A ZIP archive in pieces, made as they are asked for: memory does not grow with its size.
 * @throws RangeError beyond 4 GiB.
 */
export async function* zipArchive(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for (const part of parts) {
    const entry: Written = { name: Buffer.from(part.name, 'utf8'), crc: 0, packed: 0, size: 0, offset };
    const head = Buffer.concat([localHeader(entry), entry.name]);
    yield head;
    for await (const piece of packed(part, entry)) yield piece;
    const tail = descriptor(entry);
    yield tail;
    offset += head.length + entry.packed + tail.length;
    if (offset > mostBytes || entry.size > mostBytes) throw new RangeError('The archive is beyond 4 GiB.');
    written.push(entry);
  }
  const directory = Buffer.concat(written.flatMap((entry) => [directoryEntry(entry), entry.name]));
  yield directory;
  yield endRecord(written.length, directory.length, offset);
}

async function* packed(part: ZipPart, entry: Written): AsyncGenerator<Uint8Array> {
  const measured = async function* () {
    for await (const piece of part.bytes()) {
      entry.crc = crc32(piece, entry.crc);
      entry.size += piece.length;
      yield piece;
    }
  };
  const deflate = createDeflateRaw({ level: 6 });
  const source = Readable.from(measured(), { objectMode: false });
  const flow = pipeline(source, deflate).catch((error: unknown) => error); // also ends up at whoever reads
  try {
    for await (const piece of deflate) {
      const bytes = piece as Uint8Array; // what a zlib stream carries
      entry.packed += bytes.length;
      yield bytes;
    }
  } finally {
    source.destroy();
    await flow;
  }
}

function localHeader({ name }: Written): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(dosDate, 12);
  head.writeUInt16LE(name.length, 26);
  return head;
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x0807_4b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE(version, 4);
  entry.writeUInt16LE(version, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(dosDate, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return entry;
}

function endRecord(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
