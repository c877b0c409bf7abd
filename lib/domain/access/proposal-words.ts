import type { ProposalCounts } from './change-proposal';
import { counted, plural } from '@/lib/domain/counted';

const numbers = new Intl.NumberFormat();

/** What a proposal will do, sentence by sentence: "Give 38, remove 4, across 3 entities and 20 records." */
export function proposalInWords(counts: ProposalCounts): string[] {
  const { give, remove, already, absent, records, entities } = counts;
  const where = `across ${counted(entities, 'entity', 'entities')} and ${counted(records, 'record')}`;
  const what =
    give === 0
      ? `Remove ${numbers.format(remove)}`
      : `Give ${numbers.format(give)}${remove === 0 ? '' : `, remove ${numbers.format(remove)}`}`;
  const sentences = [give + remove === 0 ? 'Nothing is left to change.' : `${what}, ${where}.`];
  if (already > 0)
    sentences.push(
      `${numbers.format(already)} already ${plural(already, 'matches and is', 'match and are')} skipped.`,
    );
  if (absent > 0)
    sentences.push(
      `${numbers.format(absent)} ${plural(absent, 'is not set up and is', 'are not set up and are')} skipped.`,
    );
  return sentences;
}

/** What is risky about a proposal; null: nothing is. */
export function riskInWords({ closed }: ProposalCounts): string | null {
  return closed === 0 ? null : `${counted(closed, 'record')} would be left without any entity.`;
}
