import { z } from 'zod';
import { cleanFileName, hiddenCharacters } from './hidden-characters';

/** What a text may hold that is stored: no control characters and no halves of characters, which PostgreSQL refuses. */
const storable = /^[^\p{Cc}\p{Cs}]*$/u;

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

/** The name of a file: one with hidden characters is cleaned, for the person who sends it did not write it. */
export function fileName() {
  return z.string().min(1).overwrite(cleanFileName);
}
