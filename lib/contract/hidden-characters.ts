/**
 * Characters that nobody sees, and marks that turn the reading direction of what follows: by them a text poses as
 * another. Joiners stay, for Persian, Hindi and emoji need them.
 */
export const hiddenCharacters =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A text without what nobody may store or should see: control, hidden and broken characters. */
export function withoutHidden(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').replaceAll(hiddenCharacters, '');
}

/** The name of a file as it is sent, stored and shown: without hidden characters, and its end where it is too long. */
export function cleanFileName(name: string): string {
  return withoutHidden(name.slice(-longestFileName)) || 'file';
}

const longestFileName = 250;
