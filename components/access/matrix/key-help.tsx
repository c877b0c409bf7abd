'use client';

import { KeyDialog, type KeyGroup } from '@/components/ui/overlays/key-dialog';

const keys: readonly (KeyGroup & { /** For those who may change access. */ isChange?: boolean })[] = [
  {
    title: 'Move',
    rows: [
      ['Arrows', 'to the next assignment'],
      ['Home or End', 'to the first or last entity'],
      ['Page Up or Page Down', 'by a screen of records'],
      ['Ctrl + Home or Ctrl + End', 'to the first or last assignment of all'],
      ['/', 'to the search for a record'],
      ['Enter or Arrow down, in the search', 'to the matrix'],
      ['Space, on a record type', 'folds or unfolds its records'],
      ['Space, on the head of an entity or a folded count', 'folds or unfolds its group'],
      ['H', 'shows details and history of the assignment'],
      ['?', 'shows this'],
      ['Ctrl + K', 'to any place, search or command'],
    ],
  },
  {
    title: 'Select',
    rows: [
      ['Shift with any of these', 'extends the selection'],
      ['Shift + Space', 'the whole records'],
      ['Ctrl + Space', 'the whole entities'],
      ['Ctrl + A', 'everything shown'],
      ['Ctrl + C', 'copies it as a table'],
      ['Escape', 'clears the selection'],
    ],
  },
  {
    title: 'Change',
    isChange: true,
    rows: [
      ['Space', 'switches the assignment, or stages it'],
      ['G, R or I', 'give, remove or invert: one assignment at once, several staged and reviewed first'],
      [
        'Z or Ctrl + Z',
        'takes back your last staged step; else your last change, and asks first unless the focus is in the matrix and the switch in view',
      ],
    ],
  },
];

/** The keyboard shortcuts of the matrix. */
export function KeyHelp({
  isOpen,
  onClose,
  mayChange,
}: {
  isOpen: boolean;
  onClose: () => void;
  /** Otherwise the keys that change are left out. */
  mayChange: boolean;
}) {
  return (
    <KeyDialog
      {...{ isOpen, onClose }}
      groups={keys.filter(({ isChange }) => mayChange || isChange !== true)}
      place="the matrix"
    >
      With the mouse: drag over assignments, press the head of a record or an entity, or the count of a record
      type for all that it counts, with Shift or Ctrl for more. What a folded group counts is selected only
      when it is unfolded. By touch: rest on an assignment to select it, then on another for all between them.
    </KeyDialog>
  );
}
