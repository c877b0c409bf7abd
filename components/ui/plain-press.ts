/** What of a mouse event tells how it was pressed: React's and the browser's have it alike. */
type Pressed = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a link was pressed to follow it here: any other press opens a tab, a window or a menu, which is the browser's. */
export function isPlainPress({ button, ctrlKey, metaKey, shiftKey, altKey }: Pressed): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
