/** The element with which a translator replaced a text node. */
const standIns = new WeakMap<Node, Element>();

/**
 * Keeps the page correct while a browser translates it. A translator replaces or wraps text nodes with <font>; React
 * then updates a hidden node, or fails to remove a moved one (facebook/react#26048). A text that React changes
 * replaces its <font>, and the translator translates it again.
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

/** Makes React remove or insert beside the node that replaced its child. */
function findMovedChildren(): void {
  /** Called with the node that they are called on. */
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
 * The child of `parent` that holds a moved node with only <font> between; else the node itself, so that the browser
 * throws.
 */
function childHolding(parent: Node, node: Node): Node {
  let held = node.parentNode === parent ? node : (standIns.get(node) ?? node);
  while (held.parentNode !== parent) {
    if (held.parentNode === null || !isFont(held.parentNode)) return node;
    held = held.parentNode;
  }
  return held;
}
