import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What lies over a page, or is drawn by another part alone: it is seen where it opens. */
const elsewhere = new Set([
  ...['menu', 'modal', 'side-panel', 'panel-parts', 'key-dialog', 'mount-on-first-open'].map(
    (name) => `overlays/${name}`,
  ),
  ...['on-demand', 'fields/field-frame', 'fields/radio', 'feedback/messages', 'feedback/toast'],
]);

it('the design sheet shows every part of components/ui', () => {
  const sheet = readFileSync('tests/browser/design-sheet.tsx', 'utf8');
  const parts = readdirSync('components/ui', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length));
  expect(parts.length).toBeGreaterThan(20);
  const isShown = (part: string) => sheet.includes(`'@/components/ui/${part}'`);
  expect(parts.filter((part) => !isShown(part) && !elsewhere.has(part))).toEqual([]);
  expect([...elsewhere].filter((part) => !parts.includes(part) || isShown(part))).toEqual([]);
});
