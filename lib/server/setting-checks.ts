import 'server-only';
import { accessSync, constants } from 'node:fs';

/** Whether a text is `file:<path>` or `postgres://…`. */
export function isDatabaseUrl(text: string): boolean {
  if (text.startsWith('file:')) return /^file:(?!.*:memory:)./.test(text); // what is in memory only is no database
  return /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text);
}

/** Whether the console may read that file now. */
export function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
