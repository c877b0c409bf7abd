type Pressed = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a press follows a link in this tab: others open tabs, windows or menus. */
export function isPlainPress({ button, ctrlKey, metaKey, shiftKey, altKey }: Pressed): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
