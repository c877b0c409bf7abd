import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('app/globals.css', 'utf8');
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

type Triple = readonly [number, number, number];

/** Red, green and blue as amounts of light. */
function lightOf(hex: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

function luminance(hex: string): number {
  return luminanceOfLight(lightOf(hex));
}

function luminanceOfLight([red, green, blue]: Triple): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Contrast ratio of WCAG 2.2 between two tokens of one theme. */
function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  return ratio(luminance(hexOf(one, theme)), luminance(hexOf(other, theme)));
}

function hexOf(name: string, theme: 'light' | 'dark'): string {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`There is no token ${name}.`);
  return token[theme];
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
  ['on-production', 'production'],
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

const tintSheet = readFileSync('components/ui/share-tint.module.css', 'utf8');
/** How much of the strongest tint each step has; none of it where there is no access. */
const tintShares = [
  0,
  ...[...tintSheet.matchAll(/--share: (\d+)%/g)].map(([, share]) => Number(share) / 100),
];

/** The cone responses that oklab takes the root of: a mixture in oklab is a mixture of those roots. */
function coneRoots([red, green, blue]: Triple): Triple {
  return [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ];
}

/** How much light the grounds of a share of access give, from none to all. */
function tints(theme: 'light' | 'dark', ground = 'surface'): number[] {
  const strongest = coneRoots(lightOf(hexOf('share', theme)));
  const surface = coneRoots(lightOf(hexOf(ground, theme)));
  return tintShares.map((share) => {
    const mixed = (at: 0 | 1 | 2): number => share * strongest[at] + (1 - share) * surface[at];
    const [l, m, s] = [mixed(0), mixed(1), mixed(2)];
    const light: Triple = [
      4.0767416621 * l ** 3 - 3.3077115913 * m ** 3 + 0.2309699292 * s ** 3,
      -1.2684380046 * l ** 3 + 2.6097574011 * m ** 3 - 0.3413193965 * s ** 3,
      -0.0041960863 * l ** 3 - 0.7034186147 * m ** 3 + 1.707614701 * s ** 3,
    ];
    return luminanceOfLight(light);
  });
}

describe.each(['light', 'dark'] as const)('the tints of a share in the %s theme', (theme) => {
  const steps = tints(theme);
  const ink = luminance(hexOf('text', theme));

  it('says a figure at 4.5:1 on each', () => {
    expect(steps).toHaveLength(11);
    for (const step of [...steps, ...tints(theme, 'hover')])
      expect(ratio(ink, step)).toBeGreaterThanOrEqual(4.5);
  });

  it('tells all from none at 3:1', () => {
    expect(ratio(steps[0] ?? 0, steps[10] ?? 0)).toBeGreaterThanOrEqual(3);
  });
});
