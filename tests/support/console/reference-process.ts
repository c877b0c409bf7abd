import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** A reference service in a process of its own, and the MEM_* settings by which a console connects to it. */
export interface ReferenceProcess {
  settings: Record<string, string>;
  controlUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts `npm run reference`'s entry with a size and a state folder of its own.
 * @throws Error when it ends before it listens.
 */
export async function startReferenceProcess(
  size: string,
  env: Record<string, string> = {},
): Promise<ReferenceProcess> {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), resolve('lib', 'reference', 'main.ts')],
    {
      // A folder of its own: the demo data of the checkout may be in use by a running console.
      cwd: temporaryFolder('mem-reference'),
      env: { ...process.env, TSX_TSCONFIG_PATH: resolve('tsconfig.json'), REFERENCE_SIZE: size, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const settings: Record<string, string> = {};
  let controlUrl = '';
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^\s*(MEM_[A-Z_]+)=(\S+)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) settings[name] = value;
    controlUrl ||= /control\D*(http:\/\/\S+)/i.exec(line)?.[1] ?? '';
    if (settings.MEM_COMPANY_ID !== undefined && settings.MEM_BASE_URL !== undefined && controlUrl !== '')
      break;
  }
  if (child.exitCode !== null) throw new Error('The reference service ended before it listened.');
  child.stdout.resume();
  return { settings, controlUrl, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
