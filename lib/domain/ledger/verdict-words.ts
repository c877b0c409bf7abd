import type { Verification } from '@/lib/contract/changes/verification';

/** What a check found, after "The log was last checked …:". */
export const verdictWords: Record<Verification['verdict'], string> = {
  intact: 'it is intact',
  gap: 'it has a gap',
  broken: 'it was altered',
};
