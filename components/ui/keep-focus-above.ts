/** A ref for a sticky footer: elements that get the keyboard focus scroll above it, whatever its height. */
export function keepFocusAbove(foot: HTMLElement | null): () => void {
  const content = foot?.closest('main');
  if (!foot || !content) return () => undefined;
  const stop = new AbortController();
  // Not for focus inside the footer, which is in view already.
  const makeRoom = (focused: Element | null) => {
    const height = foot.contains(focused) ? '' : `${String(foot.offsetHeight)}px`;
    content.style.scrollPaddingBottom = height;
  };
  const size = new ResizeObserver(() => makeRoom(document.activeElement));
  size.observe(foot, { box: 'border-box' });
  // A grid focuses cells without scrolling the page. Not for the pointer: the content would move below it.
  content.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      makeRoom(target);
      if (!foot.contains(target) && target.matches(':focus-visible'))
        (target.closest('label') ?? target).scrollIntoView({ block: 'nearest' }); // its label may be its only visible part
    },
    { signal: stop.signal },
  );
  return () => {
    stop.abort();
    size.disconnect();
    content.style.scrollPaddingBottom = '';
  };
}
