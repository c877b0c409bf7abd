import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { ChangeCell } from '@/lib/contract/changes/changes';
import { valueInWords } from '@/lib/domain/access/access-words';
import { stepInWords } from './change-words';

/** What one assignment of a set was asked, and what came of it. Only what was applied is told as a step. */
export function cellChangeInWords({ state, accessible, before, expected, current }: AskedCell): string {
  const verb = accessible ? 'given' : 'removed';
  const from = before ?? expected;
  const found = current ?? from;
  switch (state) {
    case 'applied':
      return from === null ? verb : stepInWords(from, accessible);
    case 'already':
      return `already has ${accessible ? 'access' : 'no access'}`;
    case 'rejected':
      return `not ${verb}${found === !accessible ? `: still ${valueInWords(found)}` : ''}`;
    case 'conflict':
      return `not ${verb}: changed meanwhile${current === null ? '' : `, now ${valueInWords(current)}`}`;
    case 'cancelled':
      return `not ${verb}`;
    case unconfirmedState:
      return `being ${verb}, unconfirmed`;
    case 'pending':
      return `to be ${verb}`;
  }
}

type AskedCell = Pick<ChangeCell, 'state' | 'accessible' | 'before' | 'expected' | 'current'>;
