/** A letter in lower case, or the browser's name of the key. Non-Latin keyboards get the letter of a US keyboard. */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const typed = letter === undefined || /[!-~\p{Script=Latin}]/u.test(key) ? key : letter;
  return typed.length === 1 ? typed.toLowerCase() : typed;
}

/** Whether an input method still composes a text. */
export function isOfComposition({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229; // Safari marks the last key by this code only
}
