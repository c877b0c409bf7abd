import { plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

/** Changes made outside that nobody has reviewed are counted up to this one: so many stand for so many or more. */
export const mostWaiting = 1_000;

/** "1 change", "1,000 or more changes". */
export function waitingInWords(waiting: number): string {
  return `${waitingInDigits(waiting)} ${plural(waiting, 'change', 'changes')}`;
}

/** "1", "1,000 or more". */
export function waitingInDigits(waiting: number): string {
  return waiting < mostWaiting ? inDigits(waiting) : `${inDigits(mostWaiting)} or more`;
}
