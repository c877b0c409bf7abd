import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runUntil } from '@/tests/support/run/child-script';
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
  const settings: Record<string, string> = {};
  let controlUrl = '';
  const listens = (line: string): boolean => {
    const [, name, value] = /^\s*(MEM_[A-Z_]+)=(\S+)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) settings[name] = value;
    controlUrl ||= /control\D*(http:\/\/\S+)/i.exec(line)?.[1] ?? '';
    return settings.MEM_COMPANY_ID !== undefined && settings.MEM_BASE_URL !== undefined && controlUrl !== '';
  };
  const { kill } = await runUntil(listens, pathToFileURL(resolve('lib', 'reference', 'main.ts')), {
    // A folder of its own: the demo data of the checkout may be in use by a running console.
    cwd: temporaryFolder('mem-reference'),
    env: { TSX_TSCONFIG_PATH: resolve('tsconfig.json'), REFERENCE_SIZE: size, ...env },
  });
  return { settings, controlUrl, stop: () => kill('SIGTERM') };
}
