'use client';

import { Dialog } from '@/components/ui/overlays/modal';

interface KeyGroup {
  title: string;
  rows: readonly (readonly [string, string])[];
  /** For those who may change access. */
  isChange?: boolean;
}

const keys: readonly KeyGroup[] = [
  {
    title: 'Move',
    rows: [
      ['Arrows', 'to the next assignment'],
      ['Home, End', 'to the first or last entity'],
      ['Page Up, Page Down', 'by a screen of records'],
      ['Ctrl + Home, Ctrl + End', 'to the first or last assignment of all'],
      ['/', 'to the search for a record'],
      ['Enter or Arrow down, in the search', 'to the matrix'],
      ['H', 'shows details and history of the assignment'],
      ['?', 'shows this'],
      ['Ctrl + K', 'to any place, search or command'],
    ],
  },
  {
    title: 'Select',
    rows: [
      ['Shift + any of these', 'extends the selection'],
      ['Shift + Space', 'the whole records'],
      ['Ctrl + Space', 'the whole entities'],
      ['Ctrl + A', 'everything shown'],
      ['Escape', 'nothing'],
    ],
  },
  {
    title: 'Change',
    isChange: true,
    rows: [
      ['Space', 'switches the assignment, or stages it'],
      ['G, R, I', 'give, remove, invert what is selected'],
      ['Z', 'takes back what you did or staged last; again: what came before'],
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
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <div className="flex flex-col gap-4">
        {keys
          .filter(({ isChange }) => mayChange || isChange !== true)
          .map(({ title, rows }) => (
            <section key={title} aria-label={title}>
              <h3 className="text-xs font-medium text-text-muted">{title}</h3>
              <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
                {rows.map(([key, meaning]) => (
                  <div key={key} className="contents">
                    <dt className="font-medium">{key}</dt>
                    <dd className="text-text-muted">{meaning}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        <p className="text-sm text-text-muted">
          Single keys can be turned off in the account menu; they then act inside the matrix only.
        </p>
        <p className="text-sm text-text-muted">
          With the mouse: drag over assignments, press the head of a record or an entity, with Shift or Ctrl
          for more. By touch: rest on an assignment to select it, then on another for all between them.
        </p>
      </div>
    </Dialog>
  );
}
