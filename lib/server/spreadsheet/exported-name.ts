import 'server-only';
import { sha256 } from '@/lib/server/sha256';
import { zonedInstant } from './zoned-instant';

interface NamedExport {
  /** Parts before and after the time; letters, digits and dashes only. */
  before: readonly string[];
  after: readonly string[];
  asOf: string;
  /** Default UTC. */
  timeZone?: string | undefined;
  /** In words and complete; null: everything. */
  chosen: { words: string; all: unknown } | null;
  format: string;
}

/** A digest distinguishes choices whose letters are alike: "access-default-20261122T020700Z-long-mixed-3f9a1c.csv". */
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
