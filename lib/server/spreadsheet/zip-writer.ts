import 'server-only';
import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipPart {
  name: string;
  bytes: () => AsyncIterable<Uint8Array>;
}

/** The earliest time of a ZIP archive, so that archives do not tell when they were made. */
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** A ZIP archive in pieces: memory does not grow with its size. */
export async function* zipArchive(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough; // which yazl makes it
  const fail = (error: Error) => output.destroy(error);
  archive.on('error', fail);
  let source: Readable | null = null;
  for (const { name, bytes } of parts)
    archive.addReadStreamLazy(name, options, (take) => {
      source = Readable.from(bytes(), { objectMode: false }).on('error', fail);
      take(null, source);
    });
  archive.end();
  try {
    for await (const piece of output) yield piece as Uint8Array; // what this stream carries
  } finally {
    (source as Readable | null)?.destroy(); // set above, which the compiler does not see
    output.destroy();
  }
}
