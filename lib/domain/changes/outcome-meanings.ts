import { type CellState, unconfirmedState } from '@/lib/contract/changes/change-states';

/** Why nearly all cells were cancelled that were: said once for all of them. */
export const cancelledWords = 'Cancelled before it was sent.';

/** What an outcome is called, and what that means for whoever meets the word for the first time. */
export interface OutcomeMeaning {
  label: string;
  meaning: string;
}

/** The outcomes as people call them, on the screen and on paper. */
export const outcomeMeanings: Record<CellState, OutcomeMeaning> = {
  [unconfirmedState]: {
    label: 'Unconfirmed',
    meaning: 'Sent, but not confirmed by the service yet.',
  },
  rejected: {
    label: 'Refused or failed',
    meaning: 'The service said no, failed, or did not keep the change.',
  },
  conflict: {
    label: 'Changed meanwhile',
    meaning: 'The value was not the one seen any more, so it was left as it was.',
  },
  applied: { label: 'Confirmed', meaning: 'Changed, and read back from the service.' },
  already: { label: 'No change needed', meaning: 'It had the value already, so this changed nothing.' },
  cancelled: {
    label: 'Not done',
    meaning: 'Cancelled: never sent, or sent and certain not to have happened.',
  },
  pending: { label: 'Waiting', meaning: 'Not decided yet.' },
};
