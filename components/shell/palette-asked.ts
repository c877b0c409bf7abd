/** Whether the palette is asked for, which the browser may hear before the page's code is there. */
interface PaletteAsked {
  /** What was typed since it was asked for; null: it is not, or its field takes the keys by now. */
  typed: string | null;
  /** Opens it; null until the page's code is there. */
  open: (() => void) | null;
}

/** Missing where the browser drew the whole page, because the server could not: its head's scripts do not run then. */
const page = globalThis as typeof globalThis & { memPalette?: PaletteAsked };

/**
 * Hears that the palette is asked for: by a button with `data-palette`, and where there is one by Ctrl+K and Cmd+K, which
 * are kept from the browser. The page's code opens it at once; before that code is there, the button shows that it waits,
 * and what is typed is kept for the palette's field. Escape, Tab and a press elsewhere take it back then. Runs as an
 * inline script in <head>, so it uses nothing of its module.
 */
export function hearPaletteAsked(): void {
  const buttons = '[data-palette]';
  const asked: PaletteAsked = { typed: null, open: null };
  Object.assign(window, { memPalette: asked });
  const wait = (typed: string | null) => {
    asked.typed = typed;
    for (const button of document.querySelectorAll(buttons))
      button.toggleAttribute('data-early', typed !== null);
  };
  const ask = () => (asked.open ? asked.open() : wait(asked.typed ?? ''));
  const first = { capture: true }; // before the page makes something of it
  window.addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (target instanceof Element && target.closest(buttons) !== null) ask();
      else if (asked.typed !== null && isTrusted) wait(null); // not by a click that code made, as pressAgain does
    },
    first,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      if (asked.typed === null || ctrlKey || metaKey || altKey || isComposing) return;
      if (key === 'Tab') return wait(null);
      if (key === 'Escape') wait(null);
      else if (key === 'Backspace') asked.typed = asked.typed.slice(0, -1);
      else if (key.length === 1) asked.typed += key;
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    first,
  );
  window.addEventListener('keydown', (event) => {
    const { key, code, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    // As `shortcutKey` in components/ui/keys/typed-key.ts, which this script cannot use.
    const isK = /^k$/i.test(key) || (code === 'KeyK' && !/[!-~\p{Script=Latin}]/u.test(key));
    if (!(ctrlKey || metaKey) || shiftKey || altKey || !isK || defaultPrevented) return;
    if (document.querySelector(buttons) === null || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    ask();
  });
}

/** Has `open` called when the palette is asked for from now on, and if it was already. @returns ends that. */
export function openPaletteWhenAsked(open: () => void): (() => void) | undefined {
  const asked = page.memPalette;
  if (!asked) return;
  asked.open = open;
  if (asked.typed !== null) open();
  return () => {
    asked.open = null;
  };
}

/** Hands on, once, what was typed before the palette's field took the focus. */
export function takeTypedForPalette(take: (text: string) => void): void {
  if (page.memPalette?.typed != null) take(page.memPalette.typed);
  if (page.memPalette) page.memPalette.typed = null;
  for (const button of document.querySelectorAll('[data-palette]')) button.removeAttribute('data-early');
}
