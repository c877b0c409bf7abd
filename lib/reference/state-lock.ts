import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Locks that this process holds: its own number in any other lock was left by an earlier process. */
const held = new Set<string>();

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/** State and start time of a process as Linux tells them; null elsewhere, or when there is no such process. */
function statOf(pid: number): { state: string; started: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last bracket may hold anything; start time is the 20th field after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The process that holds the lock of this text; null when it is gone and the lock is a leftover. */
function holderOf(path: string, text: string): number | null {
  const [, digits, started = ''] = /^([1-9]\d*) (\d*)\n$/.exec(text) ?? [];
  const pid = Number(digits ?? 0);
  if (pid === process.pid) return held.has(path) ? pid : null;
  if (pid === 0 || !exists(pid)) return null;
  const stat = statOf(pid);
  if (stat === null) return pid;
  // A container numbers its processes anew, so a number alone may be somebody else's.
  const gone = 'ZX'.includes(stat.state) || (started !== '' && started !== stat.started);
  return gone ? null : pid;
}

/** Removes the leftover lock of this text, and no other that came in its place meanwhile. */
function removeLeftover(path: string, text: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    const moved = read(aside);
    if (moved !== text) writeFileSync(path, moved, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Makes the lock, over a leftover if need be; answers whether it could, or throws who holds it. */
function tryLock(path: string, own: string, stateFile: string, emptyIsLeftover: boolean): boolean {
  try {
    writeFileSync(path, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const text = read(path);
  if (text === '' && !emptyIsLeftover) return false;
  const holder = holderOf(path, text);
  if (holder !== null)
    throw new Error(
      `The demo data in ${stateFile} is in use by another process (${holder}). Stop it, or start this one in another folder.`,
    );
  removeLeftover(path, text);
  return false;
}

/**
 * Takes the lock `<stateFile>.lock`, so that no second process overwrites the state file; a lock whose process is gone
 * is taken over. Returns what gives it back (also done when the process exits). Rejects with Error while another holds it.
 */
export async function takeStateLock(stateFile: string): Promise<() => void> {
  const path = resolve(`${stateFile}.lock`);
  const own = `${process.pid} ${statOf(process.pid)?.started ?? ''}\n`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Another process may be between making its lock and writing its number, so an empty one gets a moment.
    for (let tries = 1; !tryLock(path, own, stateFile, tries > 10); tries += 1) await pause(20);
  } catch (error) {
    // Where this process may not write, it cannot overwrite anything either; the control port tells of it.
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) return () => undefined;
    throw error;
  }
  held.add(path);
  const release = (): void => {
    process.off('exit', release);
    if (held.delete(path) && read(path) === own) rmSync(path, { force: true });
  };
  process.on('exit', release);
  return release;
}
