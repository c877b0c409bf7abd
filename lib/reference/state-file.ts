import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ChangeLog, type KeptChange } from './change-log';

/** What the state file keeps for one world: the changed combinations and the posted batches. */
export interface SavedWorld {
  changes: KeptChange[];
  posted: { template: string; batch: string }[];
}

type Worlds = Record<string, SavedWorld>;

function isChange(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length === 4 &&
    value.slice(0, 3).every((part) => typeof part === 'string') &&
    typeof value[3] === 'boolean'
  );
}

function isSavedWorld(value: unknown): value is SavedWorld {
  if (typeof value !== 'object' || value === null) return false;
  if (!('changes' in value) || !('posted' in value)) return false;
  const { changes, posted } = value;
  const isBatch = (one: unknown): boolean =>
    typeof one === 'object' &&
    one !== null &&
    'template' in one &&
    'batch' in one &&
    typeof one.template === 'string' &&
    typeof one.batch === 'string';
  return Array.isArray(changes) && changes.every(isChange) && Array.isArray(posted) && posted.every(isBatch);
}

/** Reads all worlds of a state file; none when the file does not exist. Throws Error with a sentence when it is broken. */
async function readWorlds(path: string): Promise<Worlds> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new Error(`The state file ${path} cannot be read: ${String(error)}`, { cause: error });
  }
  const broken = `The state file ${path} is broken, so nothing was started and nothing was changed. Move it away, or start with --reset to begin anew.`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(broken, { cause: error });
  }
  if (typeof parsed !== 'object' || parsed === null || !('format' in parsed) || parsed.format !== 1)
    throw new Error(broken);
  if (!('worlds' in parsed) || typeof parsed.worlds !== 'object' || parsed.worlds === null)
    throw new Error(broken);
  const worlds: Worlds = {};
  for (const [key, saved] of Object.entries(parsed.worlds)) {
    if (!isSavedWorld(saved)) throw new Error(broken);
    worlds[key] = saved;
  }
  return worlds;
}

/** Keeps the changes of one world (size and seed) in a file; other worlds in the same file stay as they are. */
export class StateFile {
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  private wait = 40;
  private others: Worlds = {};
  private readonly log: ChangeLog;
  /** The last reason why a write failed; null after one that succeeded. */
  failure: string | null = null;

  constructor(
    private readonly path: string,
    private readonly key: string,
    private readonly current: () => SavedWorld,
  ) {
    this.log = new ChangeLog(path);
  }

  /** Reads what the file holds for this world; null when it holds nothing. Throws Error with a sentence when broken. */
  async load(): Promise<SavedWorld | null> {
    this.others = await readWorlds(this.path);
    const since = this.log.read();
    for (const [world, ...change] of since)
      (this.others[world] ??= { changes: [], posted: [] }).changes.push(change);
    if (since.length > 0) this.touch();
    const own = this.others[this.key] ?? null;
    delete this.others[this.key];
    return own;
  }

  /** Keeps a change at once, and asks for a write of everything soon; many requests become one write. */
  touch(change?: KeptChange): void {
    if (change) this.log.add(this.key, change);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.writing = this.writing.then(() => this.write());
    }, this.wait);
  }

  /** Writes what is still waiting and ends. */
  async flush(): Promise<void> {
    if (this.timer !== null) {
      clearTimeout(this.timer);
      this.timer = null;
      this.writing = this.writing.then(() => this.write());
    }
    await this.writing;
  }

  private async write(): Promise<void> {
    const started = Date.now();
    const temporary = `${this.path}.${process.pid}.tmp`;
    try {
      await mkdir(dirname(this.path), { recursive: true });
      this.log.putAside();
      const worlds = { ...this.others, [this.key]: this.current() };
      const file = await open(temporary, 'w');
      try {
        await file.writeFile(JSON.stringify({ format: 1, worlds }));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.path);
      this.log.forget();
      this.failure = null;
    } catch (error) {
      this.failure = `The state file ${this.path} could not be written: ${String(error)}`;
    }
    // A large state takes longer to write, so it is written less often.
    this.wait = Math.min(5000, Math.max(40, (Date.now() - started) * 8));
  }
}
