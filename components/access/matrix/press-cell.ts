import { announce } from '@/components/access/edit/change-messages';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import { recordInWords } from '@/lib/domain/access/access-words';
import type { KnownValue } from '@/lib/domain/access/matrix';

interface PressParts {
  store: MatrixStore;
  isReadOnly: boolean;
  /** Whether a press stages instead of switching at once, as always while anything is staged. */
  isStaging: boolean;
}

/** Carries out a press of a cell, or says why it does nothing. @param value the value that the person saw. */
export function pressCell(cell: Cell, value: KnownValue, parts: PressParts): void {
  const { store, isReadOnly, isStaging } = parts;
  if (value === 'none') announce(`${recordInWords(cell)} is not set up in entity ${cell.entityId}.`);
  else if (value === 'loading') announce('This assignment has not been loaded yet.');
  else if (isReadOnly) announce('Your role may read access, but not change it.');
  else if (isStaging) {
    const [wanted, now] = [store.cells.staged(cell), value === 'granted'];
    if (store.staged.stage([{ cell, wanted: !(wanted ?? now), now }]) > 0)
      announce('No more can be staged: apply what is there first.');
  } else void store.edits.switch(cell, value === 'granted');
}
