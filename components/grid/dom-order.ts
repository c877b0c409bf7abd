/**
 * Puts the children of `parent` into the order of `ordered` without ever moving `keep` (the one that holds the focus:
 * a moved element loses it). Moves only what is out of place.
 */
export function restoreOrder(
  parent: Element,
  ordered: readonly Element[],
  keep: Element | null = parent.firstElementChild,
): void {
  const start = keep === null ? -1 : ordered.indexOf(keep);
  const fixed = ordered[start];
  if (fixed === undefined) return;
  let next = fixed;
  for (const element of ordered.slice(0, start).reverse()) {
    if (next.previousElementSibling !== element) parent.insertBefore(element, next);
    next = element;
  }
  let previous = fixed;
  for (const element of ordered.slice(start + 1)) {
    if (previous.nextElementSibling !== element) parent.insertBefore(element, previous.nextSibling);
    previous = element;
  }
}

/** Shows `text` in an element whose only child is a text node; writes nothing when it shows it already. */
export function writeText(element: Element, text: string): void {
  const node = element.firstChild;
  if (node instanceof Text) {
    if (node.data !== text) node.data = text;
  } else element.textContent = text;
}

/** As `restoreOrder`, of all children but the first, which stays where it is. */
export function reorderAfterFirst(parent: Element, others: readonly Element[], keep?: Element): void {
  const first = parent.firstElementChild;
  if (first !== null) restoreOrder(parent, [first, ...others], keep ?? first);
}
