/**
 * Writes an option caption as the newer encoding does: each character that a name may not hold becomes _xHHHH_,
 * e.g. `Positive Adjmt.` -> `Positive_x0020_Adjmt_x002E_`, a blank -> `_x0020_`.
 */
export function encodeName(caption: string): string {
  return caption.replace(
    /[^A-Za-z0-9]/g,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

/** The caption behind an encoded name; text without such a code stays as it is. */
export function decodeName(name: string): string {
  return name.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
