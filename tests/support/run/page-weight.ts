import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Most JavaScript that a page may bring at its first visit, in KB (1,000 bytes) as gzip packs it: 300, and 5 % slack. */
export const mostKilobytes = 300 * 1.05;

/** What a page's first visit loads. */
interface PageWeight {
  page: string;
  kilobytes: number;
}

/**
 * Weighs the JavaScript of each page of the production build in `.next`, by Next's own manifests and the files that
 * were packed at the build.
 * @throws Error where there is no build.
 */
export function weighPages(): PageWeight[] {
  const build = JSON.parse(readFileSync(join('.next', 'build-manifest.json'), 'utf8')) as {
    rootMainFiles: string[];
  }; // as Next writes it
  const pages = join('.next', 'server', 'app');
  const manifests = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('page_client-reference-manifest.js'),
  );
  return manifests
    .map((path) => {
      const files = new Set([...build.rootMainFiles, ...entryFiles(readFileSync(join(pages, path), 'utf8'))]);
      const bytes = [...files].reduce((sum, file) => sum + statSync(join('.next', `${file}.gz`)).size, 0);
      const folders = path.split('/').slice(0, -1);
      const page = `/${folders.filter((name) => !/^\(.*\)$/.test(name)).join('/')}`;
      return { page, kilobytes: bytes / 1_000 };
    })
    .sort((a, b) => a.page.localeCompare(b.page));
}

/** The files that a page and its layouts begin with; the manifest is a script that sets a global to JSON. */
function entryFiles(manifest: string): string[] {
  const json = manifest.slice(manifest.indexOf('= {', manifest.indexOf('["')) + 2).replace(/;?\s*$/, '');
  const { entryJSFiles } = JSON.parse(json) as { entryJSFiles: Record<string, string[]> }; // as Next writes it
  return Object.values(entryJSFiles).flat();
}
