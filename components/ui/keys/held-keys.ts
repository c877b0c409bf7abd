import { isOfComposition, shortcutKey } from './typed-key';

/** What takes back each part of the page that was asked for and is still loading. */
const awaited = new Set<() => void>();

/** What means something to a page or changes a field's text also with Ctrl, Cmd or Alt. */
const ofPage = /^(?:Enter|Backspace|Delete|[ kvxyz])$/;

/**
 * Keeps keys from the page from the moment that a part of it was asked for: what has the focus until the part is there
 * would take them for its own. Escape takes the part back. Tab goes on as ever, and a press gives the keys to what is
 * pressed.
 * @returns ends it.
 */
export function holdKeys(takeBack: () => void): () => void {
  if (awaited.size === 0) listen('addEventListener');
  const one = () => takeBack(); // of its own, where two parts are taken back alike
  awaited.add(one);
  return () => end(one);
}

function end(...parts: (() => void)[]): void {
  for (const part of parts) awaited.delete(part);
  if (awaited.size === 0) listen('removeEventListener');
}

function listen(how: 'addEventListener' | 'removeEventListener'): void {
  for (const type of ['keydown', 'keyup'] as const) window[how](type, keep, true);
  window[how]('pointerdown', letGo, true);
}

function keep(event: Event): void {
  if (!(event instanceof KeyboardEvent) || event.key === 'Tab') return;
  event.stopImmediatePropagation();
  const { key, ctrlKey, metaKey, altKey } = event;
  const types = key.length === 1 && (event.getModifierState('AltGraph') || (altKey && !ctrlKey && !metaKey));
  const isBrowsers = (ctrlKey || metaKey || altKey) && !types && !ofPage.test(shortcutKey(event));
  if (!isBrowsers && !/^F\d+$/.test(key)) event.preventDefault();
  if (key !== 'Escape' || event.type !== 'keydown' || isOfComposition(event)) return;
  const parts = [...awaited];
  end(...parts);
  for (const takeBack of parts) takeBack();
}

function letGo(): void {
  end(...awaited);
}
