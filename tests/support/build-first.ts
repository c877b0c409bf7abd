import { buildIfNeeded } from '@/lib/commands/build-if-needed';

/** Playwright's global setup: the browser tests always meet the sources as they are. */
export default function buildFirst(): void {
  buildIfNeeded();
}
