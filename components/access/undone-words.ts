import type { ChangeCounts } from '@/lib/contract/changes';
import { combinationsInWords } from '@/lib/domain/changes/change-words';

/**
 * What to say of an ended set that did not do everything; null: it did.
 * @param marked how many of those not done carry a mark in the matrix.
 */
export function undoneInWords(
  { conflict, rejected }: Pick<ChangeCounts, 'conflict' | 'rejected'>,
  marked: number,
): { title: string; detail: string } | null {
  const count = conflict + rejected;
  if (count === 0) return null;
  const reasons = [
    ...(conflict > 0 ? [`${conflict.toLocaleString()} changed by somebody else meanwhile`] : []),
    ...(rejected > 0 ? [`${rejected.toLocaleString()} refused by the service`] : []),
  ];
  return {
    title: `${combinationsInWords(count)} of the change set ${count === 1 ? 'was' : 'were'} not changed`,
    detail: `${reasons.join(', ')}. ${markedInWords(count, marked)}`,
  };
}

function markedInWords(count: number, marked: number): string {
  if (marked === 0) return 'The change set says which, and why.';
  if (marked < count) return `${marked.toLocaleString()} of them are marked in the matrix, with the reason.`;
  return `${count === 1 ? 'It is' : 'They are'} marked in the matrix, with the reason.`;
}
