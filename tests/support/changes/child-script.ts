import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A script of the tests, running in a process of its own. */
export interface ChildScript {
  pid: number;
  /** Ends it as a power cut would: without any chance to tidy up. */
  kill: () => Promise<void>;
}

/**
 * Runs a TypeScript file, as the console's own commands are run, until it prints `line`.
 * @throws Error with its output when it ends before.
 */
export async function runUntil(line: string, file: URL, ...args: string[]): Promise<ChildScript> {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--conditions=react-server', fileURLToPath(file), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  for await (const text of createInterface({ input: child.stdout })) {
    if (text !== line) continue;
    child.stdout.resume();
    return { pid: child.pid ?? 0, kill: () => kill(child) };
  }
  throw new Error(`${file.pathname} ended before it printed "${line}":\n${complaints}`);
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
