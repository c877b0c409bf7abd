import { mostMarked } from '@/lib/client/changes';
import type { ChangeCounts } from '@/lib/contract/changes';
import { combinationsInWords } from '@/lib/domain/changes/change-words';

/** What to say of an ended set that did not do everything; null: it did. */
export function undoneInWords({
  conflict,
  rejected,
}: Pick<ChangeCounts, 'conflict' | 'rejected'>): { title: string; detail: string } | null {
  const count = conflict + rejected;
  if (count === 0) return null;
  const reasons = [
    ...(conflict > 0 ? [`${conflict.toLocaleString()} changed by somebody else meanwhile`] : []),
    ...(rejected > 0 ? [`${rejected.toLocaleString()} refused by the service`] : []),
  ];
  const marked =
    Math.max(conflict, rejected) > mostMarked
      ? `The first ${mostMarked.toLocaleString()} of each are marked in the matrix`
      : `${count === 1 ? 'It is' : 'They are'} marked in the matrix`;
  return {
    title: `${combinationsInWords(count)} of the change set ${count === 1 ? 'was' : 'were'} not changed`,
    detail: `${reasons.join(', ')}. ${marked}, with the reason.`,
  };
}
