import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('draws switches in the colours of the tokens', () => {
  const tokens = readFileSync('app/globals.css', 'utf8');
  const coloursOf = (name: string) =>
    [
      ...(new RegExp(`--color-${name}: light-dark\\(([^)]*)\\)`).exec(tokens)?.[1] ?? '').matchAll(
        /#(\w{6})/g,
      ),
    ].map(([, colour]) => colour);
  const pictures = readFileSync('components/access/matrix/access-cell.module.css', 'utf8');
  const drawn = new Set([...pictures.matchAll(/%23(\w{6})/g)].map(([, colour]) => colour));
  // One grey for both themes: its contrast to both grounds is 3:1 and more.
  const tokensDrawn = [coloursOf('line-strong')[0], ...coloursOf('accent'), ...coloursOf('on-accent')];
  expect(drawn).toEqual(new Set(tokensDrawn));
});
