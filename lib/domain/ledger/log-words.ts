import type { Verification } from '@/lib/contract/changes/verification';
import { inDigits } from '@/lib/domain/reader-formats';

/** How far signed checkpoints vouch for the entries of the log. */
export function signedInWords(entries: number, signedTo: number): string {
  if (signedTo === 0) return 'None of them is signed by this console’s key yet.';
  const left = entries - signedTo;
  if (left < 0)
    return `Signed entries are missing: ${inDigits(signedTo)} were signed, and ${inDigits(entries)} are there.`;
  if (left === 0) return entries === 1 ? 'It is signed.' : 'All are signed.';
  const first = signedTo === 1 ? 'The first is signed' : `The first ${inDigits(signedTo)} are signed`;
  return `${first}; ${left === 1 ? 'the last one is' : `the last ${inDigits(left)} are`} not signed yet.`;
}

/** What a check found, after "The log was last checked …:". */
export const verdictWords: Record<Verification['verdict'], string> = {
  intact: 'it is intact',
  gap: 'it has a gap',
  broken: 'it was altered',
};
