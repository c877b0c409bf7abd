import 'server-only';
import { writeSync } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { auditLine } from '@/lib/domain/ledger/audit-line';
import { unlessAborted } from '@/lib/server/until';
import { consoleVersion } from '@/lib/server/version';
import type { FollowerParts } from './ledger-follower';

/**
 * Writes entries of the log to standard output or a file, one line each (lib/domain/ledger/audit-line.ts). Throws the
 * system's error; then lines may come twice, and a line may be there in part, on a line of its own.
 * @param target `stdout`, or the path of the file.
 */
export function auditLogTo(target: string): FollowerParts['handle'] {
  const append = target === 'stdout' ? standardOutput() : file(target);
  return async (entries, signal) => {
    await append(
      entries.map((entry) => `${auditLine(entry, consoleVersion.version)}\n`),
      signal,
    );
    return undefined;
  };
}

type Append = (lines: readonly string[], signal: AbortSignal) => Promise<void>;

/** The console's own log writes there too, so each line goes out at once, on the same thread. */
function standardOutput(): Append {
  const fullPipeMs = 50;
  let isTorn = false;
  return async (lines, signal) => {
    for (const line of lines) {
      let left = Buffer.from(isTorn ? `\n${line}` : line);
      while (left.length > 0) {
        const written = writtenTo(process.stdout.fd, left); // `process.stdout` makes a pipe non-blocking
        isTorn = written > 0 || isTorn;
        left = left.subarray(written);
        if (written === 0) await wait(fullPipeMs, undefined, { signal });
      }
      isTorn = false;
    }
  };
}

/** The number of bytes written; 0 where the pipe is full. */
function writtenTo(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}

/** Opens the file for each append, so that it may be renamed at any time. */
function file(path: string): Append {
  let isWriting = false;
  const append = async (lines: readonly string[]): Promise<void> => {
    isWriting = true;
    try {
      await mkdir(dirname(path), { recursive: true });
      const handle = await open(path, 'a+', 0o640);
      try {
        await handle.appendFile(`${(await isTorn(handle)) ? '\n' : ''}${lines.join('')}`);
        await handle.datasync();
      } finally {
        await handle.close();
      }
    } finally {
      isWriting = false;
    }
  };
  return (lines, signal) => {
    // A stuck file system would take a thread at each try.
    if (isWriting) return Promise.reject(new Error('The file of the audit log does not answer.'));
    return unlessAborted(append(lines), signal);
  };
}

/** Whether the file ends within a line, after a full disk or a kill. */
async function isTorn(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer.toString() !== '\n';
}
