import 'server-only';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { signedCheckpointSchema, type SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';

/** A checkpoint's file by what its name says; the content decides. */
export interface CheckpointFile {
  name: string;
  seq: number;
  /** First characters of the ledger's name and of the hash. */
  ledger: string;
  hash: string;
}

const atOnce = 50;

/** Far more than a checkpoint has. */
const mostBytes = 10_000;

const shape = /^checkpoint-(\d{12})-([\da-f]{8})-([\da-f]{8})\.json$/;

/** Ledger and hash are in the name, so that nothing written after a restored backup can take the place of a witness. */
export function checkpointFileName({ seq, ledger, hash }: SignedCheckpoint['checkpoint']): string {
  return `checkpoint-${String(seq).padStart(12, '0')}-${ledger.slice(0, 8)}-${hash.slice(0, 8)}.json`;
}

/**
 * Writes a checkpoint into a folder: whole or not at all, and on the disk when this returns.
 * @throws the file system's error.
 */
export async function writeCheckpointFile(directory: string, signed: SignedCheckpoint): Promise<void> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, checkpointFileName(signed.checkpoint));
  const draft = `${file}.${String(process.pid)}`;
  try {
    const handle = await open(draft, 'w');
    try {
      await handle.writeFile(`${canonicalJson({ ...signed })}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await keepName(directory);
}

/** The new name itself reaches the disk too, where the system can be asked for that. */
async function keepName(directory: string): Promise<void> {
  const handle = await open(directory).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The checkpoint files of a folder, oldest entry first; a folder that is not there has none. */
export async function listCheckpointFiles(directory: string): Promise<CheckpointFile[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names.sort().flatMap((name) => {
    const [, seq, ledger, hash] = shape.exec(name) ?? [];
    return seq !== undefined && ledger !== undefined && hash !== undefined
      ? [{ name, seq: Number(seq), ledger, hash }]
      : [];
  });
}

/** The checkpoint in a file, whoever signed it; null when there is none in it. */
export async function readCheckpointFile(directory: string, name: string): Promise<SignedCheckpoint | null> {
  try {
    const file = join(directory, name);
    if ((await stat(file)).size > mostBytes) return null; // before it is read: anybody may have put it there
    return signedCheckpointSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What one file holds; `fault` where it could not be read. */
export interface ReadFile {
  name: string;
  signed: SignedCheckpoint | null;
  fault?: Error;
}

/** Reads files in their order, so many at a time that a slow network folder takes little time and memory stays flat. */
export async function* readCheckpointFiles(
  directory: string,
  files: readonly CheckpointFile[],
): AsyncGenerator<ReadFile[]> {
  const read = async ({ name }: CheckpointFile): Promise<ReadFile> => {
    try {
      return { name, signed: await readCheckpointFile(directory, name) };
    } catch (error) {
      return { name, signed: null, fault: error as Error }; // what the file system throws
    }
  };
  for (let from = 0; from < files.length; from += atOnce)
    yield await Promise.all(files.slice(from, from + atOnce).map(read));
}
