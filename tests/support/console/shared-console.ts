import { startConsole, type ConsoleProcess } from './console-process';

const started = new Map<string, Promise<ConsoleProcess>>();
const pids: number[] = [];

/** Behind a proxy that is trusted, so that one test can be people at several addresses; small, with a log of all. */
export const behindProxy = {
  TRUST_PROXY: 'true',
  LOG_LEVEL: 'debug',
  REFERENCE_SIZE: 'records=120,entities=8,lines=60',
};

/**
 * The one console of this worker with these settings: all files that want the same share a start. Nobody stops it, it
 * ends with the worker; a test counts from where it finds the counters, and takes back the faults that it armed.
 */
export function sharedConsole(settings: Record<string, string>): Promise<ConsoleProcess> {
  const key = JSON.stringify(settings);
  const running = started.get(key) ?? startConsole(settings);
  if (started.has(key)) return running;
  started.set(key, running);
  return running.then((console) => {
    if (pids.push(console.pid) === 1) endWithTheWorker();
    return console;
  });
}

/** Vitest ends a worker by a signal. What the consoles leave in their folders goes with the run. */
function endWithTheWorker(): void {
  const endAll = (): void => {
    for (const pid of pids.splice(0)) process.kill(pid, 'SIGKILL');
  };
  process.once('exit', endAll);
  process.once('SIGTERM', () => {
    endAll();
    process.kill(process.pid, 'SIGTERM'); // nobody listens any more, so it ends as it would have
  });
}
