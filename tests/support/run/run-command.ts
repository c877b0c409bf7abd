import { spawn } from 'node:child_process';

/** How a command is run. */
export interface Running {
  env?: Record<string, string>;
  /** Said before what it says, where it runs beside others: then all of it is kept until the end. */
  besideAs?: string;
}

/** Runs a command to its end. @returns its exit status, null where a signal ended it, and what was kept of its words. */
export function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, besideAs }: Running = {},
): Promise<{ status: number | null; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      stdio: [
        'ignore',
        ...(besideAs === undefined ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const)),
      ],
      env: { ...process.env, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', fail);
    child.on('close', (status) => {
      if (besideAs !== undefined) process.stdout.write(`\n== ${besideAs}\n${output.trimEnd()}\n`);
      done({ status, output });
    });
  });
}
