import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { z } from 'zod';

/* docs/operations.md names only parameters that the routes take. */

/** Path and parameter names of each GET that the table of requests names. */
function documented(): [path: string, names: string[]][] {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `GET (\/api\/[^`?]+)\?([^`]+)`/gm);
  return [...rows].map(([, path = '', query = '']) => [
    path,
    query.split('&').map((part) => part.replace(/=.*/, '')),
  ]);
}

/** What the GET of a route takes, by the schema that its file names; none: it takes no query. */
async function takenBy(path: string): Promise<(name: string) => boolean> {
  const file = `app${path.replaceAll(/\{(\w+)\}/g, '[$1]')}/route.ts`;
  expect(existsSync(file), file).toBe(true);
  const text = readFileSync(file, 'utf8');
  const [, space, name = ''] = /query: (?:(\w+)\.)?(\w+)/.exec(text) ?? [];
  const from = new RegExp(`import [^;]*\\b${space ?? name}\\b[^;]* from '@/([^']+)'`).exec(text)?.[1];
  if (name === '' || from === undefined) return () => false;
  const schemas = (await import(/* @vite-ignore */ resolve(`${from}.ts`))) as Record<string, z.ZodType>;
  // A strict schema names what it does not know.
  return (parameter) =>
    !schemas[name]
      ?.safeParse({ [parameter]: 'x' })
      .error?.issues.some((issue) => issue.code === 'unrecognized_keys' && issue.keys.includes(parameter));
}

it.each(documented())('GET %s takes the parameters that the documents name: %j', async (path, names) => {
  const takes = await takenBy(path);
  for (const name of names) expect([name, name === 'connection' || takes(name)]).toEqual([name, true]);
});

it('the table of requests names queries', () => {
  expect(documented().length).toBeGreaterThan(10);
});
