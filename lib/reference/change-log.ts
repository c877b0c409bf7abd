import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Record type, record number, entity, accessible. */
export type KeptChange = [string, string, string, boolean];

/** One line of the log: the world that was changed, and how. */
type Line = [string, ...KeptChange];

/**
 * Changes since the state file was written last, one line each, written before they are answered: a service that is
 * killed has everything that it said it had.
 */
export class ChangeLog {
  private readonly path: string;
  private readonly before: string;

  constructor(stateFile: string) {
    [this.path, this.before] = [`${stateFile}.log`, `${stateFile}.log.old`];
  }

  add(world: string, change: KeptChange): void {
    mkdirSync(dirname(this.path), { recursive: true });
    appendFileSync(this.path, `${JSON.stringify([world, ...change])}\n`);
  }

  /** The lines that are there, oldest first. One that was cut off by a kill was never answered. */
  read(): Line[] {
    return [this.before, this.path].flatMap((path) =>
      existsSync(path) ? linesIn(readFileSync(path, 'utf8')) : [],
    );
  }

  /** Puts the lines aside that the next state file will hold; they count until that is written. */
  putAside(): void {
    if (!existsSync(this.path)) return;
    if (existsSync(this.before)) {
      appendFileSync(this.before, readFileSync(this.path));
      rmSync(this.path);
    } else renameSync(this.path, this.before);
  }

  /** Forgets what was put aside. */
  forget(): void {
    rmSync(this.before, { force: true });
  }

  /** Forgets everything. */
  clear(): void {
    rmSync(this.before, { force: true });
    rmSync(this.path, { force: true });
  }
}

function linesIn(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      const parsed: unknown = JSON.parse(line);
      return isLine(parsed) ? [parsed] : [];
    } catch {
      return [];
    }
  });
}

function isLine(value: unknown): value is Line {
  return (
    Array.isArray(value) &&
    value.length === 5 &&
    value.slice(0, 4).every((part) => typeof part === 'string') &&
    typeof value[4] === 'boolean'
  );
}
