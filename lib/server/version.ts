import 'server-only';
import manifest from '@/package.json' with { type: 'json' };

/** What the console was built from. `commit` is null for a build without git; `-dirty` at its end: with changes. */
export interface Version {
  version: string;
  commit: string | null;
}

// oxlint-disable-next-line node/no-process-env -- not a setting: the build writes its value here (next.config.mjs)
const commit = process.env.CONSOLE_COMMIT ?? '';

export const consoleVersion: Version = { version: manifest.version, commit: commit === '' ? null : commit };

/** As people read it: `0.1.0 (4a8d046805f1)`. */
export const versionInWords =
  consoleVersion.version + (consoleVersion.commit === null ? '' : ` (${consoleVersion.commit})`);
