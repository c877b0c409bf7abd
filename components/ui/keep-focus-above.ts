/**
 * A ref for a foot that sticks to the end of the page's content: what gets the focus by the keyboard is scrolled to above
 * it, however tall the foot is.
 */
export function keepFocusAbove(foot: HTMLElement | null): () => void {
  const content = foot?.closest('main');
  if (!foot || !content) return () => undefined;
  const stop = new AbortController();
  // Not while the focus is in the foot itself: that is in view already, and the page would scroll to bring it higher.
  const makeRoom = (focused: Element | null) => {
    const height = foot.contains(focused) ? '' : `${String(foot.offsetHeight)}px`;
    content.style.scrollPaddingBottom = height;
  };
  const size = new ResizeObserver(() => makeRoom(document.activeElement));
  size.observe(foot, { box: 'border-box' });
  // A grid gives its cells the focus without scrolling the page. Not below a pointer: it would press something else.
  content.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      makeRoom(target);
      if (!foot.contains(target) && target.matches(':focus-visible'))
        (target.closest('label') ?? target).scrollIntoView({ block: 'nearest' }); // a radio may be drawn by its label
    },
    { signal: stop.signal },
  );
  return () => {
    stop.abort();
    size.disconnect();
    content.style.scrollPaddingBottom = '';
  };
}
