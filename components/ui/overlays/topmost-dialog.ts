/** The modal dialog in front of all else: what lies outside it can be neither used nor heard. */
export function topmostDialog(): Element | undefined {
  return [...document.querySelectorAll('dialog:modal')].at(-1);
}
