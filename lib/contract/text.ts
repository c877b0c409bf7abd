import { z } from 'zod';

/** What a text may hold that is stored: no control characters and no halves of characters, which PostgreSQL refuses. */
const storable = /^[^\p{Cc}\p{Cs}]*$/u;

/**
 * Characters that nobody sees, and marks that turn the reading direction of what follows: by them a text poses as
 * another. Joiners stay, for Persian, Hindi and emoji need them.
 */
export const hiddenCharacters =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A text that is stored exactly as it is, such as an ID. */
export function storedText(most: number) {
  return z.string().max(most).regex(storable, 'This must not hold control characters or broken ones.');
}

/** What a person writes for others to read: a reason, a name. */
export function writtenText(most: number) {
  return storedText(most).refine(
    (text) => text.search(hiddenCharacters) < 0,
    'This must not hold characters that nobody sees or that turn the reading direction. Take them out, or type it anew.',
  );
}
