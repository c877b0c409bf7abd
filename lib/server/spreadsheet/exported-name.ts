import 'server-only';
import { sha256 } from '@/lib/server/sha256';
import { zonedInstant } from './zoned-instant';

interface NamedExport {
  /** What stands before the time, and what after it; letters, digits and dashes only. */
  before: readonly string[];
  after: readonly string[];
  /** When what it holds was read, ISO. */
  asOf: string;
  /** In whose clock the name says when; UTC unless told. */
  timeZone?: string | undefined;
  /** What was chosen in words, and all of it; null: everything. */
  chosen: { words: string; all: unknown } | null;
  format: string;
}

/**
 * "journal-default-20261122T030700+0100.csv", "access-default-20261122T020700Z-long-customer-mixed-3f9a1c.csv": what was chosen in letters and digits, and a digest
 * that tells choices apart which read the same in them.
 */
export function exportedName({ before, after, asOf, timeZone, chosen, format }: NamedExport): string {
  const { local, offset } = zonedInstant(asOf, timeZone);
  const begin = [...before, `${local.replaceAll(/[-:]/g, '')}${offset.replace(':', '')}`, ...after];
  if (chosen === null) return `${begin.join('-')}.${format}`;
  const plain = chosen.words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  const digest = sha256(JSON.stringify(chosen.all)).slice(0, 6);
  return `${[...begin, ...plain.split('-').filter(Boolean), digest].join('-')}.${format}`;
}
