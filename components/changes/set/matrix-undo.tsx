'use client';

import { useEffect } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';

const MatrixUndoQuestion = onDemand(
  async () => (await import('./matrix-undo-question')).MatrixUndoQuestion,
  ({ onClose }) => onClose(),
);

/** For the bar of the matrix: how far the set is that was applied there last. */
export const RunningStep = onDemand(async () => (await import('./running-step')).RunningStep);

/** Where the matrix is shown: the question whether to undo a change set that was made on it, when it is asked for. */
export function MatrixUndo() {
  const store = useMatrixStore();
  const asked = useStored(store, ({ undo }) => undo.asked);
  useEffect(() => () => store.undo.ask(null), [store]); // with the page its question goes
  return (
    <MountOnFirstOpen isOpen={asked !== null}>
      <MatrixUndoQuestion id={asked} onClose={() => store.undo.ask(null)} />
    </MountOnFirstOpen>
  );
}
