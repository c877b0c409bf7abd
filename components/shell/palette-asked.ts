/** Whether the palette is asked for, which the page may hear before it has the palette's code. */
interface PaletteAsked {
  /** What was typed since it was asked for; null: it is not, or its field takes the keys by now. */
  typed: string | null;
  /** Opens or closes it; null until the page's code is there. */
  show: ((isOpen: boolean) => void) | null;
  /** Ends the wait for its field. @returns what was typed in it. */
  end: () => string;
}

/** Missing where the browser drew the whole page, because the server could not: its head's scripts do not run then. */
const page = globalThis as typeof globalThis & { memPalette?: PaletteAsked };

/**
 * Hears at all times that the palette is asked for: by a button with `data-palette`, and where there is one by Ctrl+K and
 * Cmd+K, which are kept from the browser. Until its field has the focus the button shows that it waits, and what is typed
 * is kept: what has the focus then may take a letter for a command. Escape, Tab and a press elsewhere take it back. Runs as
 * an inline script in <head>, so it uses nothing of its module.
 */
export function hearPaletteAsked(): void {
  const buttons = '[data-palette]';
  const wait = (isWaiting: boolean) => {
    for (const button of document.querySelectorAll(buttons)) button.toggleAttribute('data-early', isWaiting);
  };
  const asked: PaletteAsked = {
    typed: null,
    show: null,
    end: () => {
      const text = asked.typed ?? '';
      asked.typed = null;
      wait(false);
      return text;
    },
  };
  Object.assign(window, { memPalette: asked });
  const ask = () => {
    asked.typed ??= '';
    wait(true);
    asked.show?.(true);
  };
  const takeBack = () => {
    asked.end();
    asked.show?.(false);
  };
  const first = { capture: true }; // before the page makes something of it
  window.addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (target instanceof Element && target.closest(buttons) !== null) ask();
      else if (asked.typed !== null && isTrusted) takeBack(); // not by a click that code made, as pressAgain does
    },
    first,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      if (asked.typed === null || ctrlKey || metaKey || altKey || isComposing) return;
      if (key === 'Tab') return takeBack();
      if (key === 'Escape') takeBack();
      else if (key === 'Backspace') asked.typed = asked.typed.slice(0, -1);
      else if (key.length === 1) asked.typed += key;
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    first,
  );
  window.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 'k' || defaultPrevented) return;
    if (document.querySelector(buttons) === null || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    ask();
  });
}

/** Has the palette shown as it is asked for from now on, and if it was already. @returns ends that. */
export function showPaletteWhenAsked(show: (isOpen: boolean) => void): (() => void) | undefined {
  const asked = page.memPalette;
  if (!asked) return;
  asked.show = show;
  if (asked.typed !== null) show(true);
  return () => {
    asked.show = null;
  };
}

/** What was typed since the palette was asked for: its field takes the keys from now on, or it will not come. */
export const takeTypedForPalette = (): string => page.memPalette?.end() ?? '';
