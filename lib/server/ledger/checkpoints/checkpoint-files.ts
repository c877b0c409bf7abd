import 'server-only';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { signedCheckpointSchema, type SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';

/** What a checkpoint file's name says; only its content counts as proof. */
export interface CheckpointFile {
  name: string;
  seq: number;
  /** First eight characters of the ledger's name and of the hash. */
  ledger: string;
  hash: string;
}

const atOnce = 50;

const mostBytes = 10_000;

const shape = /^checkpoint-(\d{12})-([\da-f]{8})-([\da-f]{8})\.json$/;

/** The name holds ledger and hash, so a file written after a restored backup never replaces an older witness. */
export function checkpointFileName({ seq, ledger, hash }: SignedCheckpoint['checkpoint']): string {
  return `checkpoint-${String(seq).padStart(12, '0')}-${ledger.slice(0, 8)}-${hash.slice(0, 8)}.json`;
}

/** Writes a checkpoint durably: the whole file or nothing. @throws the file system's error. */
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
  await flushFolder(directory);
}

/** Flushes the folder, so that the new name survives a power cut; not every system can. */
async function flushFolder(directory: string): Promise<void> {
  const handle = await open(directory).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The checkpoint files of a folder, oldest entry first; none when the folder is missing. */
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

/** The checkpoint in a file, by any signer; null when the file holds none. */
export async function readCheckpointFile(directory: string, name: string): Promise<SignedCheckpoint | null> {
  try {
    const file = join(directory, name);
    if ((await stat(file)).size > mostBytes) return null; // before reading: anybody may have put the file there
    return signedCheckpointSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export interface ReadFile {
  name: string;
  signed: SignedCheckpoint | null;
  fault?: Error;
}

/** Reads files in order, 50 at a time: fast on a slow network folder, with bounded memory. */
export async function* readCheckpointFiles(
  directory: string,
  files: readonly CheckpointFile[],
): AsyncGenerator<ReadFile[]> {
  const read = async ({ name }: CheckpointFile): Promise<ReadFile> => {
    try {
      return { name, signed: await readCheckpointFile(directory, name) };
    } catch (error) {
      return { name, signed: null, fault: error as Error }; // the file system throws errors only
    }
  };
  for (let from = 0; from < files.length; from += atOnce)
    yield await Promise.all(files.slice(from, from + atOnce).map(read));
}
