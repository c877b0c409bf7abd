'use client';

import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import type { Role } from '@/lib/contract/session/roles';
import { showPaletteWhenAsked, takeTypedForPalette } from './palette-asked';

const Palette = onDemand(
  async () => (await import('./palette')).Palette,
  ({ onClose }) => onClose(),
);

/** The palette, as palette-asked.ts hears it being asked for; loaded when first opened. */
export function PaletteFrame({ held }: { held: readonly Role[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => showPaletteWhenAsked(setOpen), []);
  const close = () => {
    takeTypedForPalette(); // it may close without its field, where its code does not come
    setOpen(false);
  };
  return (
    <MountOnFirstOpen isOpen={isOpen}>
      <Palette held={held} isOpen={isOpen} onClose={close} />
    </MountOnFirstOpen>
  );
}
