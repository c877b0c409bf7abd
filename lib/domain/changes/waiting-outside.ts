import type { AcceptedList } from '@/lib/contract/access/outside-changes';
import { plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

/** Changes made outside that nobody has reviewed are counted up to this one: so many stand for so many or more. */
export const mostWaiting = 1_000;

/** "1 change", "1,000 or more changes". */
export function waitingInWords(waiting: number): string {
  return `${waitingInDigits(waiting)} ${plural(waiting, 'change', 'changes')}`;
}

/** "Maya Lindqvist accepted a shorter list: 28,800 → 27,600 assignments". @param digits how numbers are written. */
export function acceptedInWords(
  { by, before, now }: Pick<AcceptedList, 'by' | 'before' | 'now'>,
  digits: (count: number) => string = inDigits,
): string {
  if (before === null) return `${by} accepted a list of ${digits(now.assignments)} assignments`;
  return `${by} accepted a shorter list: ${digits(before.assignments)} → ${digits(now.assignments)} assignments`;
}

/** "1", "1,000 or more". */
export function waitingInDigits(waiting: number): string {
  return waiting < mostWaiting ? inDigits(waiting) : `${inDigits(mostWaiting)} or more`;
}
