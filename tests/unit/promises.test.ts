import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* docs/promises.md is worth as much as its tests: each has to be there, and to run on every push. */

const text = (path: string): string => readFileSync(path, 'utf8');
const ledger = text('docs/promises.md');

/** The folders of tests that a push runs, each the name of a level. */
const levels = ['unit', 'integration', 'database', 'postgresql', 'console', 'browser', 'e2e'];

describe('the ledger of promises', () => {
  it('cites for each promise a test that is there and runs on every push', () => {
    expect(promisesIn(ledger).length).toBeGreaterThan(200);
    expect(faultsIn(ledger, (path) => (existsSync(path) ? text(path) : undefined))).toEqual([]);
  });

  it('knows the folders that a push runs', () => {
    const projects = [...text('vitest.config.ts').matchAll(/'tests\/(\w+)\/\*\*\/\*\.test\.ts'/g)];
    expect([...projects.map(([, folder]) => folder), 'e2e'].sort()).toEqual([...levels].sort());
    expect(text('playwright.config.ts')).toContain("testDir: 'tests/e2e'");
  });

  it('has each promise that the table of threats names', () => {
    const known = new Set(promisesIn(ledger).map(({ id }) => id));
    const threats = rowsIn(text('docs/security.md'));
    expect(threats.length).toBeGreaterThan(10);
    for (const cells of threats) {
      const ids = [...(cells.at(-1) ?? '').matchAll(/`([^`]*)`/g)].map(([, id]) => id ?? '');
      expect(ids, cells[0]).not.toEqual([]);
      expect(
        ids.filter((id) => !known.has(id)),
        cells[0],
      ).toEqual([]);
    }
  });
});

describe('a line of a ledger', () => {
  const sources: Record<string, string> = {
    'tests/unit/a.test.ts':
      "it('is kept', () => {});\nit.each(all)(\n  `is %s again`, () => {});\n// is said",
    'tests/unit/named.test.ts':
      "const title = 'is kept by %s';\nit.each(all)(title, kept);\nit.runIf(isNightly)('is more', () => {});",
    'tests/unit/b.test.ts': "it('goes on by day', () => {});\nit('goes on by night', () => {});",
    'tests/unit/c.nightly.test.ts': "it('is kept', () => {});",
    'tests/e2e/d.nightly.spec.ts': "test('is kept', () => {});",
    'tests/e2e/e.spec.ts': "test('is kept', () => {});",
    'tests/e2e/e.test.ts': "test('is kept', () => {});",
    'tests/support/f.test.ts': "it('is kept', () => {});",
  };
  const faultsOf = (...lines: string[]): string[] =>
    faultsIn(
      ['| id | promise | level | test |', '| --- | --- | --- | --- |', ...lines].join('\n'),
      (path) => sources[path],
    );

  it.each([
    '| a-1 | It is kept. | unit | `tests/unit/a.test.ts`: `is kept` |',
    '| a-1 | It is kept. | unit | `tests/unit/a.test.ts`: `is %s` |',
  ])('is in order: %s', (line) => {
    expect(faultsOf(line)).toEqual([]);
  });

  it.each([
    ['| a-1 | It is kept. | unit | |', 'a-1 cites no test'],
    ['| a-1 | It is kept. | unit | `tests/unit/a.test.ts` |', 'a-1 cites no test'],
    [
      '| a-1 | It is kept. | unit | `tests/unit/gone.test.ts`: `is kept` |',
      'a-1: tests/unit/gone.test.ts is not there',
    ],
    [
      '| a-1 | It is kept. | support | `tests/support/f.test.ts`: `is kept` |',
      'a-1: a push does not run tests/support/f.test.ts',
    ],
    [
      '| a-1 | It is kept. | unit | `tests/unit/c.nightly.test.ts`: `is kept` |',
      'a-1: a push does not run tests/unit/c.nightly.test.ts',
    ],
    [
      '| a-1 | It is kept. | unit | `tests/e2e/e.spec.ts`: `is kept` |',
      'a-1: tests/e2e/e.spec.ts is no unit test',
    ],
    [
      '| a-1 | It is kept. | unit | `tests/unit/a.test.ts`: `is lost` |',
      'a-1: no test of tests/unit/a.test.ts is called “is lost”',
    ],
    [
      '| a-1 | It is said. | unit | `tests/unit/a.test.ts`: `is said` |',
      'a-1: no test of tests/unit/a.test.ts is called “is said”',
    ],
    [
      '| a-1 | It is more. | unit | `tests/unit/named.test.ts`: `is more` |',
      'a-1: no test of tests/unit/named.test.ts is called “is more”',
    ],
    [
      '| a-1 | It is kept. | unit | `tests/unit/a.test.ts`: `kept` |',
      'a-1: no test of tests/unit/a.test.ts is called “kept”',
    ],
    [
      '| a-1 | It goes on. | unit | `tests/unit/b.test.ts`: `goes on` |',
      'a-1: 2 tests of tests/unit/b.test.ts are called “goes on”',
    ],
    ['| a-1 |  | unit | `tests/unit/a.test.ts`: `is kept` |', 'a-1 promises nothing'],
    [
      '| It is kept. | unit | `tests/unit/a.test.ts`: `is kept` |',
      '“It is kept.” is no line of four cells that begins with an id',
    ],
  ])('is at fault: %s', (line, fault) => {
    expect(faultsOf(line)).toEqual([fault]);
  });

  it('has an id of its own', () => {
    const line = '| a-1 | It is kept. | unit | `tests/unit/a.test.ts`: `is kept` |';
    expect(faultsOf(line, line)).toEqual(['a-1 stands twice']);
  });
});

interface KeptPromise {
  readonly id: string;
  readonly sentence: string;
  readonly level: string;
  /** Both empty where no test is cited. */
  readonly path: string;
  readonly title: string;
}

/** The cells of each line of a document's tables, without their heads. */
function rowsIn(document: string): string[][] {
  const lines = document.split('\n');
  const isRule = (line: string | undefined): boolean => /^\|[ |:-]+\|$/.test(line ?? '');
  return lines
    .filter((line, at) => line.startsWith('|') && !isRule(line) && !isRule(lines[at + 1]))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function promisesIn(document: string): KeptPromise[] {
  return rowsIn(document).map(([id = '', sentence = '', level = '', test = '']) => {
    const [, path = '', title = ''] = /^`([^`]+)`: `([^`]+)`$/.exec(test) ?? [];
    return { id, sentence, level, path, title };
  });
}

/** What is wrong with a ledger. @param read - gives the text of a test file that is there */
function faultsIn(document: string, read: (path: string) => string | undefined): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const cells of rowsIn(document))
    if (cells.length !== 4 || !/^[a-z]+-\d+$/.test(cells[0] ?? ''))
      faults.push(`“${cells[0] ?? ''}” is no line of four cells that begins with an id`);
  if (faults.length > 0) return faults;
  for (const promise of promisesIn(document)) {
    if (seen.has(promise.id)) faults.push(`${promise.id} stands twice`);
    seen.add(promise.id);
    const fault = faultOf(promise, read);
    if (fault !== undefined) faults.push(`${promise.id}${fault}`);
  }
  return faults;
}

function faultOf(
  { sentence, level, path, title }: KeptPromise,
  read: (path: string) => string | undefined,
): string | undefined {
  if (sentence === '') return ' promises nothing';
  if (path === '') return ' cites no test';
  const source = read(path);
  if (source === undefined) return `: ${path} is not there`;
  const [, folder = '', ending = ''] =
    /^tests\/(\w+)\/.*?((?:\.nightly)?\.(?:test|spec)\.ts)$/.exec(path) ?? [];
  if (!levels.includes(folder) || ending !== (folder === 'e2e' ? '.spec.ts' : '.test.ts'))
    return `: a push does not run ${path}`;
  if (folder !== level) return `: ${path} is no ${level} test`;
  const count = timesCalled(source, title);
  if (count === 0) return `: no test of ${path} is called “${title}”`;
  if (count > 1) return `: ${String(count)} tests of ${path} are called “${title}”`;
  return undefined;
}

/** How many tests, or groups of them, have a title that begins so: as an argument, or as a constant that is one. */
function timesCalled(source: string, title: string): number {
  return source
    .split(title)
    .slice(0, -1)
    .filter((before) => /[(=]\s*['"`]$/.test(before) && !/\(isNightly\)\(\s*['"`]$/.test(before)).length;
}
