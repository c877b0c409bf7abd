import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A script of the tests, or a command of the console, running in a process of its own. */
export interface ChildScript {
  pid: number;
  /** Ends it, unless told as a power cut would: without any chance to tidy up. */
  kill: (signal?: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

interface Run {
  args?: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
}

/**
 * Runs a TypeScript file, as the console's own commands are run, until it prints a line.
 * @throws Error with its output when it ends before.
 */
export async function runUntil(
  isLine: (line: string) => boolean,
  file: URL,
  { args = [], env = {}, cwd = process.cwd() }: Run = {},
): Promise<ChildScript> {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--conditions=react-server', fileURLToPath(file), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env }, cwd },
  );
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!isLine(line)) continue;
    child.stdout.resume();
    const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
      child.kill(signal); // does nothing once it has ended
      await ended;
    };
    return { pid: child.pid ?? 0, kill };
  }
  throw new Error(`${file.pathname} ended before it printed its line:\n${complaints}`);
}
