import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { billOfMaterials, type Lockfile } from '@/lib/commands/bill-of-materials';

interface Listed {
  version?: string;
  dependencies?: Record<string, Listed>;
}

interface Bill {
  components: { 'bom-ref': string; hashes?: unknown[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile; // npm wrote it

/** What npm itself would install for a console, as `name@version`. */
function installed(): Set<string> {
  const args = ['ls', '--all', '--omit=dev', '--package-lock-only', '--json'];
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8' });
  const found = new Set<string>();
  const walk = ({ dependencies = {} }: Listed): void => {
    for (const [name, one] of Object.entries(dependencies)) {
      if (one.version !== undefined) found.add(`${name}@${one.version}`);
      walk(one);
    }
  };
  walk(JSON.parse(stdout) as Listed);
  return found;
}

it('the bill of materials names each package that npm installs for a console, and what needs it', () => {
  const { components, dependencies } = billOfMaterials(lockfile) as Bill;
  const names = components.map((one) => one['bom-ref']);
  expect(new Set(names)).toEqual(installed());
  expect(new Set(names).size).toBe(names.length);
  expect(names.some((name) => name.startsWith('vitest@'))).toBe(false);
  const needed = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn));
  expect(names.filter((name) => !needed.has(name))).toEqual([]);
  expect([...needed].filter((name) => !names.includes(name))).toEqual([]);
});
