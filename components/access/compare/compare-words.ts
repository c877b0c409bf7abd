import type {
  Compared,
  ComparedKind,
  ComparedState,
  Comparison,
  Copy,
} from '@/lib/domain/access/change/comparison';
import { counted, plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { endsOf, type ComparedLines, type CopyWay, type Line } from './compare-lines';

export const nouns = {
  entities: { one: 'entity', many: 'entities', over: ['record', 'records'] },
  records: { one: 'record', many: 'records', over: ['entity', 'entities'] },
} as const;

const purposes: Record<ComparedKind, string> = {
  entities:
    'The comparison counts, by record type, the records that only one of them may use, both, or neither.',
  records: 'The comparison lists the entities that may use only one of them, both, or neither.',
};

const copyPurpose = 'What would change is shown first. Nothing is changed before it is reviewed.';

/** Why nothing can be compared or copied yet, and what to do; null: it can. */
export function hindranceInWords(
  { kind, isCopy }: Pick<Compared, 'kind' | 'isCopy'>,
  first: Line | null,
  second: Line | null,
  across: number,
): { title: string; words: string } | null {
  const { one, many, over } = nouns[kind];
  const missing = [first, second].find((line) => line?.index === -1);
  if (missing) {
    const name = kind === 'entities' ? `Entity ${missing.name}` : missing.name;
    return { title: `${name} is not in the matrix`, words: `Choose another ${one}.` };
  }
  const words = isCopy ? copyPurpose : purposes[kind];
  if (!first && !second) return { title: `Choose two ${many}`, words };
  if (!first || !second) {
    const copied = first ? `${one} that gets access` : `${one} whose access is copied`;
    const compared = first ? `second ${one}` : `first ${one}`;
    return { title: `Choose the ${isCopy ? copied : compared}`, words };
  }
  if (first.index === second.index)
    return { title: `Both are ${first.name}`, words: `Choose two different ${many}.` };
  if (across === 0)
    return {
      title: `No ${over[1]} are shown`,
      words: `The filter leaves no ${over[0]} to compare them over.`,
    };
  return null;
}

/** "They differ in 15 of the 1,240 records shown." */
export function differingInWords(kind: ComparedKind, across: number, found: Comparison): string {
  const differing = found['only-first'].length + found['only-second'].length;
  const shown = `${overInWords(kind, across)} shown`;
  if (differing === 0) return `They are the same in ${across === 1 ? 'the' : 'all'} ${shown}.`;
  return `They differ in ${inDigits(differing)} of the ${shown}.`;
}

/** "1,240 records" when entities are compared, "12 entities" when records are. */
export function overInWords(kind: ComparedKind, count: number): string {
  const [one, many] = nouns[kind].over;
  return counted(count, one, many);
}

/** "Only 100", "Only 110", "Both", "Neither". */
export function stateLabels(first: Line, second: Line): Record<ComparedState, string> {
  return {
    'only-first': `Only ${first.name}`,
    'only-second': `Only ${second.name}`,
    both: 'Both',
    neither: 'Neither',
  };
}

/** "Give Adatum · 110 what Cronus · 100 has", "Make Adatum · 110 like Cronus · 100". */
export function wayInWords(lines: ComparedLines, way: CopyWay): string {
  const { from, to } = endsOf(lines, way);
  return way.isMirror ? `Make ${to.title} like ${from.title}` : `Give ${to.title} what ${from.title} has`;
}

interface CopyCounts {
  give: number;
  remove: number;
  absent: number;
}

export function copyCounts({ cells, absent }: Copy): CopyCounts {
  const give = cells.reduce((count, { wanted }) => count + Number(wanted), 0);
  return { give, remove: cells.length - give, absent };
}

/** "Would change 42 assignments: give 38, remove 4." */
export function copyInWords({ give, remove, absent }: CopyCounts): string {
  if (give + remove > 0) {
    const parts = [give > 0 && `give ${inDigits(give)}`, remove > 0 && `remove ${inDigits(remove)}`];
    return `Would change ${counted(give + remove, 'assignment')}: ${parts.filter(Boolean).join(', ')}.`;
  }
  if (absent === 0) return 'Nothing would change.';
  const missing = `${counted(absent, 'assignment')} ${plural(absent, 'is', 'are')} not set up.`;
  return `Nothing would change: ${missing}`;
}
