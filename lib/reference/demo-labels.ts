import { fileURLToPath } from 'node:url';
import { parseSize, sizeKey, type Size } from './data/size';

/** The names of the records and entities that the standard size has; a build copies the file to itself. */
const file = new URL('./data/demo-labels.csv', import.meta.url);

/**
 * Path of a CSV that says what the records and entities of a service are called, which its interface does not tell; null
 * where they are other ones than those of the standard size, whose items have the names that the journal gives them.
 */
export function demoLabels(seed: number, size: Size): string | null {
  const isStandard = seed === 1 && sizeKey(size) === sizeKey(parseSize('demo'));
  return isStandard ? fileURLToPath(file) : null;
}
