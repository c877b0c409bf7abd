import type { ChangeCell } from '@/lib/contract/changes/changes';
import { valueInWords } from '@/lib/domain/access/access-words';
import { stepInWords } from './change-words';

/** What one assignment of a set was asked, and what came of it. Only what was applied is told as a step. */
export function cellChangeInWords({ state, accessible, before, expected, current }: AskedCell): string {
  const verb = accessible ? 'give' : 'remove';
  const from = before ?? expected;
  const found = current ?? from;
  switch (state) {
    case 'applied':
      return from === null ? (accessible ? 'given' : 'removed') : stepInWords(from, accessible);
    case 'already':
      return `asked to ${verb}; ${valueInWords(accessible)} already`;
    case 'rejected':
      return `asked to ${verb}; refused${found === !accessible ? `; still ${valueInWords(found)}` : ''}`;
    case 'conflict':
      return `asked to ${verb}; changed meanwhile${current === null ? ', not done' : `; left as it is, ${valueInWords(current)}`}`;
    case 'cancelled':
      return `asked to ${verb}; not done`;
    case 'unknown':
      return `asked to ${verb}; not confirmed yet`;
    case 'pending':
      return `will ${verb}`;
  }
}

type AskedCell = Pick<ChangeCell, 'state' | 'accessible' | 'before' | 'expected' | 'current'>;
