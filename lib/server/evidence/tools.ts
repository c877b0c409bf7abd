import 'server-only';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The verifier's files; they lie in `public`, so that the console also hands them out by themselves. */
export const toolNames = ['verify-log.mjs', 'verify-log-chain.mjs'] as const;

/**
 * The text of one of the verifier's files.
 * @throws Error when it cannot be found.
 */
export function toolText(name: (typeof toolNames)[number]): string {
  // A build does not carry `public` along: it lies above Next's own program, or where the console was started.
  let folder = dirname(process.argv[1] ?? '');
  while (folder !== dirname(folder)) {
    const text = textOf(join(folder, 'public', name));
    if (text !== null) return text;
    folder = dirname(folder);
  }
  const text = textOf(join('public', name));
  if (text === null) throw new Error(`public/${name} cannot be found.`);
  return text;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // it lies elsewhere
  }
}
