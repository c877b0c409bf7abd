'use client';

import { useEffect, useState } from 'react';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import type { Role } from '@/lib/contract/session/roles';
import { Palette } from './palette';
import { openPaletteWhenAsked } from './palette-asked';

/**
 * The palette, as palette-asked.ts hears it being asked for. Its code comes with the page, so that its field has the focus
 * before the next key.
 */
export function PaletteFrame({ held }: { held: readonly Role[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => openPaletteWhenAsked(() => setOpen(true)), []);
  return (
    <MountOnFirstOpen isOpen={isOpen}>
      <Palette held={held} isOpen={isOpen} onClose={() => setOpen(false)} />
    </MountOnFirstOpen>
  );
}
