/**
 * A ref for elements that may vanish with the focus inside: the focus moves to their panel's title, or to the page's
 * content.
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
