/** The element that a translator put in place of a text node that React goes on writing to. */
const standIns = new WeakMap<Node, Element>();

/**
 * Keeps the page right while a browser translates it. A translator wraps text nodes in <font> elements, or puts such
 * elements in their place. React then writes to a text node that is not shown, or fails to remove one that has moved
 * (facebook/react#26048). A text that React changes comes back in place of its stand-in; the translator, which watches
 * the page, translates it again. Until the first <font> is in the page, only that is watched for: the page has none.
 */
export function keepTranslatedTexts(): void {
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target);
      standIns.delete(target);
      if (standIn?.isConnected === true && target instanceof Text) standIn.replaceWith(target);
    }
  });
  let isTranslated = document.querySelector('font') !== null;
  if (isTranslated) findMovedChildren();
  const replacements = new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (!isTranslated && [...addedNodes].some(isFont)) {
        isTranslated = true;
        findMovedChildren();
      }
      if (!isTranslated) continue;
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue;
        const standIn = [addedNodes[0], previousSibling, nextSibling].find(isFont);
        if (!(standIn instanceof Element)) continue;
        standIns.set(text, standIn);
        changes.observe(text, { characterData: true });
      }
    }
  });
  replacements.observe(document.documentElement, { childList: true, subtree: true });
}

function isFont(node: Node | null | undefined): boolean {
  return node?.nodeName === 'FONT';
}

/** From now on a child that a translator moved or replaced is removed, or inserted before, where it is. */
function findMovedChildren(): void {
  /* The prototypes' own methods, called with the node that is really there. */
  // oxlint-disable-next-line typescript/unbound-method -- called with the node that it was called on
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, childHolding(this, child));
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && childHolding(this, before));
    return node;
  };
}

/**
 * The child of `parent` that holds a node which a translator moved or replaced, with nothing but <font> between them;
 * else the node itself, so that the browser throws where it is no child.
 */
function childHolding(parent: Node, node: Node): Node {
  let held = node.parentNode === parent ? node : (standIns.get(node) ?? node);
  while (held.parentNode !== parent) {
    if (held.parentNode === null || !isFont(held.parentNode)) return node;
    held = held.parentNode;
  }
  return held;
}
