/** A JSON text with everything escaped that some readers take for a line's end: NEL, C1 controls, U+2028 and U+2029. */
export function onOneLine(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
