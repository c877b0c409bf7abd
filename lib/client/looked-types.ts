import { z } from 'zod';
import { longestKeyPart } from '@/lib/contract/access';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

/** Combinations from which on a whole matrix takes noticeably longer than a part of it. */
const largeFrom = 2_000_000;
/** The most of the whole that is worth asking for first: what is in it arrives twice. */
const mostOfWhole = 1 / 4;
const mostTypes = 20;

const lookedSchema = z.object({
  types: z.array(z.string().min(1).max(longestKeyPart)).max(mostTypes),
  combinations: z.number(),
});

type Looked = z.infer<typeof lookedSchema>;

const storeName = (connection: string | undefined) => `mem-looked-at:${connection ?? ''}`;

/** Whether this browser has had the whole matrix of a connection. */
export function wasLookedAt(connection: string | undefined): boolean {
  return kept(connection) !== null;
}

/**
 * The record types to ask for before the rest: those chosen last on this browser, where the whole was large and they were
 * a small part of it. None: the whole at once.
 * @param shown record types the page shows; none: all. Of types that were not chosen last, a part would have nothing.
 */
export function typesLookedAt(connection: string | undefined, shown: readonly string[]): readonly string[] {
  const looked = kept(connection);
  if (looked === null || looked.combinations < largeFrom) return [];
  return shown.every((type) => looked.types.includes(type)) ? looked.types : [];
}

/** Keeps which types of a whole matrix are looked at, for the next time the page is loaded; none: all of them. */
export function keepLookedAt(
  connection: string | undefined,
  types: readonly string[],
  matrix: AccessMatrix,
): void {
  const known = types.filter((type) => matrix.recordTypes.includes(type));
  const records = known.reduce((sum, type) => sum + matrix.recordsOfType(type), 0);
  const isSmall = known.length <= mostTypes && records <= matrix.recordCount * mostOfWhole;
  const looked: Looked = { types: isSmall ? known : [], combinations: matrix.combinations };
  try {
    localStorage.setItem(storeName(connection), JSON.stringify(looked));
  } catch {
    // A browser that keeps nothing has the whole at once, every time.
  }
}

function kept(connection: string | undefined): Looked | null {
  try {
    const text = localStorage.getItem(storeName(connection));
    return text === null ? null : lookedSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
