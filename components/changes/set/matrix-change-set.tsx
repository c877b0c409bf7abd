'use client';

import { useEffect } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';

const MatrixQuestion = onDemand(
  async () => (await import('./matrix-question')).MatrixQuestion,
  ({ onClose }) => onClose(),
);

export const RunningChangeSet = onDemand(async () => (await import('./running-change-set')).RunningChangeSet);

export function MatrixSetQuestion() {
  const store = useMatrixStore();
  const asked = useStored(store, ({ undo }) => undo.asked);
  useEffect(() => () => store.undo.answered(), [store]); // with the page its question goes
  return (
    <MountOnFirstOpen isOpen={asked !== null}>
      <MatrixQuestion asked={asked} onClose={() => store.undo.answered()} />
    </MountOnFirstOpen>
  );
}
