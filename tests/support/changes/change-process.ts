import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AccessChange } from '@/lib/contract/access/access';
import type { ExecutionPolicy } from '@/lib/server/services/changes/execution/policy';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import type { ReferencePlace } from '@/tests/support/console/connected-console';

type Written = 'set.created' | 'change.intent' | 'change.open' | 'change.outcome' | 'set.state';

/**
 * Moments on the way of a change, as they can be seen from outside of the engine: `writing …` inside the transaction,
 * the kind itself once it is committed; `said` once what a person wants of a set is.
 */
export type Step =
  | Written
  | `writing ${Written}`
  /** One part of many, by which a large set is stored or tried again, but the last one. */
  | 'part'
  | 'leased'
  | 'claimed'
  | 'checked'
  | 'sent'
  | 'answered'
  | 'read back'
  | 'said';

/** What a process is told to do. */
export type Order =
  | {
      do: 'open';
      databaseUrl: string;
      reference: ReferencePlace;
      settings?: Partial<ConnectionSettings>;
      sharesBudget?: boolean;
    }
  | { do: 'work'; policy: Partial<ExecutionPolicy> }
  | { do: 'store'; cells: readonly AccessChange[]; requestId: string }
  | { do: 'switch'; change: AccessChange; requestId: string }
  | { do: 'resume'; set: string }
  | { do: 'retry'; set: string }
  /** Of the set that a request stored, which may not be known yet when the order is given. */
  | { do: 'say'; what: 'pause' | 'cancel' | 'withdraw'; requestId: string }
  | { do: 'undo'; set: string; requestId: string }
  /** At the so manieth time of a step, or of any. */
  | { do: 'at'; step: Step | 'any'; count: number; then: Order }
  | { do: 'die' }
  | { do: 'freeze' }
  | { do: 'memory' };

/** What it says once that is done, or what went wrong. */
export type Reply = { id: number; result?: unknown; error?: string };

/** A console without HTTP in a process of its own. */
export interface ChangeProcess {
  pid: number;
  /** Has something done. Rejects when it fails, or when the process ends before it answers. */
  ask: (order: Order) => Promise<unknown>;
  /** When it has ended, by which signal. */
  ended: Promise<NodeJS.Signals | null>;
  /** Sends a signal, and waits for the end unless the signal only stops or continues it. */
  kill: (signal?: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT') => Promise<void>;
}

/**
 * Starts one that waits for orders; the first is to open a database.
 * @param under a command with arguments to run it under.
 */
export function startChangeProcess(under: readonly string[] = []): ChangeProcess {
  const [command = process.execPath, ...args] = [
    ...under,
    process.execPath,
    '--conditions=react-server',
    script(),
  ];
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null); // by Node's contract
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  child.on('message', ({ id, result, error }: Reply) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(result);
    else one?.reject(new Error(error));
  });
  void ended.then((signal) => {
    const how = signal ?? 'itself';
    for (const { reject } of waiting.values())
      reject(new Error(`The process was ended by ${how}. ${complaints}`));
  });
  return {
    pid: child.pid ?? 0,
    ended,
    ask: (order) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve, reject });
        child.send({ id, order }, (error) => {
          if (error) reject(error);
        });
      }),
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal); // does nothing once it has ended
      if (signal === 'SIGKILL' || signal === 'SIGTERM') await ended;
    },
  };
}

let bundle: string | null = null;

/** The script in one file, made once by the compiler that tsx brings along: it starts in a third of the time. */
function script(): string {
  if (bundle !== null) return bundle;
  const file = resolve('test-results', 'processes', `run-changes-${String(process.pid)}.mjs`);
  const { status, stderr } = spawnSync(
    join('node_modules', '.bin', 'esbuild'),
    [
      fileURLToPath(new URL('./run-changes.ts', import.meta.url)),
      ...['--bundle', '--platform=node', '--format=esm', '--packages=external', '--log-level=warning'],
      `--outfile=${file}`,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The script of the processes cannot be compiled:\n${stderr}`);
  return (bundle = file);
}
