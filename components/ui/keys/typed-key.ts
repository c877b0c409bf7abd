/**
 * What a shortcut's key is: a letter in lower case, else the name that the browser has for the key. Where the keyboard
 * types Cyrillic, Greek, Hebrew or other letters, the letter that stands on that key of a US keyboard.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const typed = letter === undefined || /[!-~\p{Script=Latin}]/u.test(key) ? key : letter;
  return typed.length === 1 ? typed.toLowerCase() : typed;
}

/** Whether a key belongs to a text that an input method is still putting together: it means nothing to the page then. */
export function isOfComposition({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229; // Safari tells of the last key of it by this number alone
}
