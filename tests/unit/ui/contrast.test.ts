import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('app/globals.css', 'utf8');
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of WCAG 2.2 between two tokens of one theme. */
function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [a, b] = [one, other].map((name) => {
    const token = tokens.get(name);
    if (token === undefined) throw new Error(`There is no token ${name}.`);
    return luminance(token[theme]);
  });
  const [low = 0, high = 0] = [a, b].map(Number).sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const grounds = [
  ...['bg', 'surface', 'surface-raised', 'surface-sunken'],
  ...['head', 'head-raised', 'hover', 'hover-raised'],
];
const inks = ['text', 'text-muted', 'text-faint', 'accent-text', 'success', 'warning', 'danger'];

/** Words on what they are written on. */
const readable: [string, string][] = [
  ...inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ['accent-text', 'accent-soft'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-danger', 'danger'],
  // Record types on the map of the matrix, on what has access and what has none.
  ['text', 'accent-quiet'],
  ['text', 'line'],
  ...['accent-soft', 'success-soft', 'warning-soft', 'danger-soft'].flatMap((ground): [string, string][] => [
    ['text', ground],
    ['text-muted', ground],
  ]),
];

/** Borders of controls, filled switches, icons and the focus ring on what surrounds them. */
const visible: [string, string][] = [
  'line-strong',
  'accent',
  'focus',
  'danger',
  'warning',
  'success',
].flatMap((mark) => grounds.map((ground): [string, string] => [mark, ground]));

/** Marks on the map of the matrix, on what has access and what has none. */
const mapped: [string, string][] = ['text', 'warning', 'danger', 'focus'].flatMap((mark) =>
  ['accent-quiet', 'line'].map((ground): [string, string] => [mark, ground]),
);

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(readable)('%s on %s reads at 4.5:1', (ink, ground) => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...visible, ...mapped])('%s on %s is seen at 3:1', (mark, ground) => {
    expect(contrast(mark, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

/** What lies on a ground, and the ground: it comes forward, which is lighter in the dark and darker in the light. */
const forward: [string, string][] = [
  ['head', 'surface'],
  ['hover', 'surface'],
  ['head-raised', 'surface-raised'],
  ['hover-raised', 'surface-raised'],
];

it.each(forward)('%s comes forward from %s in both themes', (mark, ground) => {
  const lightness = (name: string, theme: 'light' | 'dark'): number =>
    luminance(tokens.get(name)?.[theme] ?? '');
  expect(lightness(mark, 'dark')).toBeGreaterThan(lightness(ground, 'dark'));
  expect(lightness(mark, 'light')).toBeLessThan(lightness(ground, 'light'));
});

it('points out nothing by a ground that goes back in the dark', () => {
  const sources = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`components/${file}`, 'utf8'));
  expect(sources.filter((text) => text.includes('bg-hover')).length).toBeGreaterThan(5);
  expect(sources.filter((text) => /(hover|focus|expanded):bg-surface-sunken/.test(text))).toEqual([]);
});

it('writes every colour once, in globals.css', () => {
  expect(tokens.size).toBeGreaterThan(20);
  expect(css.match(/#[0-9a-f]{3,8}\b/gi)).toHaveLength(tokens.size * 2);
});
