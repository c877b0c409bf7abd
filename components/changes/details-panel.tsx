'use client';

import { onDemand } from '@/components/ui/on-demand';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import { useDetailsTarget } from '@/lib/client/use-details-target';
import type { DetailsSheetProps } from './details-sheet';

const DetailsSheet = onDemand(
  async () => (await import('./details-sheet')).DetailsSheet,
  ({ onClose }) => onClose(),
);

export function DetailsPanel(props: Omit<DetailsSheetProps, 'onClose'>) {
  const [asked, ask] = useDetailsTarget();
  return (
    <MountOnFirstOpen isOpen={asked !== null}>
      <DetailsSheet {...props} onClose={() => ask(null)} />
    </MountOnFirstOpen>
  );
}
