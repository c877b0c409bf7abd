import { expect, it, onTestFinished } from 'vitest';
import { hearPaletteAsked } from '@/components/shell/palette-asked';
import { shortcutKey } from '@/components/ui/keys/typed-key';

it.each([
  ['k', 'KeyK'],
  ['K', 'KeyK'],
  ['л', 'KeyK'],
  ['κ', 'KeyK'],
  ['k', 'KeyV'],
  ['k', ''],
  ['t', 'KeyK'],
  ['ş', 'KeyK'],
  ['ı', 'KeyK'],
  [';', 'KeyK'],
  ['1', 'KeyK'],
  ['л', 'KeyL'],
  ['Dead', 'KeyK'],
])('reads “%s” on “%s” as the page’s shortcuts do', (key, code) => {
  const button = document.body.appendChild(document.createElement('button'));
  button.dataset.palette = '';
  onTestFinished(() => button.remove());
  hearPaletteAsked();
  const press = new KeyboardEvent('keydown', { key, code, ctrlKey: true, cancelable: true, bubbles: true });
  button.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(shortcutKey({ key, code }) === 'k');
});
