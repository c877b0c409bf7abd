import ownTemporaryFolder from '@/tests/support/run/temporary-folder';

/*
 * Entry of `npm run bench`: every part, or those that are named (`npm run bench -- changes`); `--peers <folder>` adds the
 * page beside other grids. Reports, never tests.
 */

const parts: Record<string, () => Promise<unknown>> = {
  matrix: () => import('./matrix'),
  changes: () => import('./changes'),
  journal: () => import('./journal'),
  'page-turns': () => import('./page-turns'),
  'first-sight': () => import('./first-sight'),
  peers: () => import('./peers'),
};

const asked = process.argv.slice(2);
const options = asked.findIndex((word) => word.startsWith('--'));
const named = (options < 0 ? asked : asked.slice(0, options)).filter((name) => name in parts);
// Other grids are only somewhere when somebody says where.
const usual = Object.keys(parts).filter((name) => name !== 'peers' || asked.includes('--peers'));
const removeTemporaryFolder = ownTemporaryFolder();
for (const name of named.length > 0 ? named : usual) await parts[name]?.();
removeTemporaryFolder();
