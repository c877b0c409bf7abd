import { expect, it } from 'vitest';
import { isOfComposition, shortcutKey } from '@/components/ui/keys/typed-key';

it.each([
  ['ф', 'KeyA', 'a', 'Russian'],
  ['Я', 'KeyZ', 'z', 'Russian, with Shift'],
  ['ז', 'KeyZ', 'z', 'Hebrew'],
  ['لا', 'KeyB', 'b', 'Arabic: two letters by one key'],
  ['W', 'KeyZ', 'w', 'AZERTY, with Shift'],
  [';', 'KeyZ', ';', 'Dvorak: a sign'],
  ['z', 'KeyY', 'z', 'QWERTZ'],
  ['ı', 'KeyR', 'ı', 'Turkish F: a Latin letter of its own'],
  ['ö', 'Semicolon', 'ö', 'German'],
  ['Enter', 'Enter', 'Enter', 'no letter'],
  ['k', '', 'k', 'a keyboard on the screen'],
])('reads “%s” on %s as “%s” (%s)', (key, code, read) => {
  expect(shortcutKey({ key, code })).toBe(read);
});

it('knows the keys of an input method, of which Safari tells the last by a number alone', () => {
  const key = (isComposing: boolean, keyCode: number) => ({ isComposing, keyCode }) as KeyboardEvent; // all that is read
  expect([key(true, 27), key(false, 229), key(false, 27)].map(isOfComposition)).toEqual([true, true, false]);
});
