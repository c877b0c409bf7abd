/**
 * A ref for what may vanish while the keyboard is in it: focus then goes on at the top of the page's content, not at
 * the top of the window.
 */
export function rescueFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement) !== true) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus();
    });
  };
}
