/**
 * A ref for what may vanish while the keyboard is in it: focus then goes on at the title of the panel that it stood in,
 * else at the top of the page's content, not at the top of the window.
 */
export function rescueFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement) !== true) return;
    const panel = element.closest('dialog,aside');
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const title = panel?.isConnected ? panel.querySelector<HTMLElement>('h2[tabindex]') : null;
      (title ?? document.getElementById('content'))?.focus();
    });
  };
}
