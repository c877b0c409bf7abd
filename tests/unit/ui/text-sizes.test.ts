import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'postcss';
import { expect, it } from 'vitest';

const files = ['app', 'components'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
);
const sheets = files.filter((path) => path.endsWith('.css'));
const sources = files.filter((path) => /\.tsx?$/.test(path));

/** Signs that CSS itself draws are as large as the px of their boxes ask for, and paper has a size of its own. */
const isNoRunningText = (selector: string) => /::(before|after)$|^\[data-print/.test(selector);

it('has five sizes of text', () => {
  const sizes = readFileSync('app/globals.css', 'utf8').match(/--text-[a-z\d]+: [\d.]+\w+;/g);
  expect(sizes).toHaveLength(5);
});

it('sets running text in no other size, in CSS', () => {
  const others: string[] = [];
  for (const path of sheets)
    parse(readFileSync(path, 'utf8')).walkRules((rule) => {
      if (rule.selectors.every(isNoRunningText)) return;
      rule.walkDecls(/^font(-size)?$/, ({ value }) => {
        if (!/^(inherit|var\(--text-[a-z\d]+\))$/.test(value))
          others.push(`${path}: ${rule.selector} ${value}`);
      });
    });
  expect(sheets.length).toBeGreaterThan(5);
  expect(others).toEqual([]);
});

it('sets text in no other size, in classes, styles and attributes', () => {
  // A class of Tailwind's has a size of its own in brackets: a figure, or what is said to be a length.
  const other = /\btext-[[(](length:|[^\])]*\d).*|\bfont-?size\b.*/gi;
  const others = sources.flatMap((path) => {
    const found = readFileSync(path, 'utf8').match(other) ?? [];
    return found.map((text) => `${path}: ${text}`);
  });
  expect(sources.length).toBeGreaterThan(100);
  expect(others).toEqual([]);
});
