import type { ProposalCounts } from './change-proposal';

const numbers = new Intl.NumberFormat();

function counted(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

/** What a proposal will do, sentence by sentence: "Give 38, remove 4, across 3 entities and 20 records." */
export function proposalInWords(counts: ProposalCounts): string[] {
  const { give, remove, already, absent, records, entities } = counts;
  const where = `across ${counted(entities, 'entity', 'entities')} and ${counted(records, 'record', 'records')}`;
  const what =
    give === 0
      ? `Remove ${numbers.format(remove)}`
      : `Give ${numbers.format(give)}${remove === 0 ? '' : `, remove ${numbers.format(remove)}`}`;
  const sentences = [give + remove === 0 ? 'Nothing is left to change.' : `${what}, ${where}.`];
  if (already > 0)
    sentences.push(
      already === 1
        ? '1 has the value already and is left out.'
        : `${numbers.format(already)} have the value already and are left out.`,
    );
  if (absent > 0)
    sentences.push(
      absent === 1
        ? '1 combination does not exist in the service and is left out.'
        : `${numbers.format(absent)} combinations do not exist in the service and are left out.`,
    );
  return sentences;
}

/** What is risky about a proposal; null: nothing is. */
export function riskInWords({ closed }: ProposalCounts): string | null {
  if (closed === 0) return null;
  return closed === 1
    ? '1 record would be open to no entity.'
    : `${numbers.format(closed)} records would be open to no entity.`;
}
