/*
 * Entry of `npm run bench`: every part, or those that are named (`npm run bench -- changes`). Reports, never tests.
 */

const parts: Record<string, () => Promise<unknown>> = {
  matrix: () => import('./matrix'),
  changes: () => import('./changes'),
};

const named = process.argv.slice(2).filter((name) => name in parts);
for (const name of named.length > 0 ? named : Object.keys(parts)) await parts[name]?.();

export {}; // makes it a module, which may await
