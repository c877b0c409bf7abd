'use client';

import { onDemand } from '@/components/ui/on-demand';
import { useEffect } from 'react';
import { takePaletteKeys } from '@/components/ui/early-input';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import type { Role } from '@/lib/contract/session/roles';

const Palette = onDemand(
  async () => (await import('./palette')).Palette,
  ({ onClose }) => onClose(),
);

interface PaletteFrameProps {
  held: readonly Role[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The palette, which Ctrl+K or Cmd+K opens from anywhere but a dialog; loaded when first opened. */
export function PaletteFrame({ held, isOpen, onOpen }: PaletteFrameProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isPlain || event.key.toLowerCase() !== 'k' || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onOpen(true);
    };
    document.addEventListener('keydown', press);
    if (takePaletteKeys()) onOpen(true);
    return () => document.removeEventListener('keydown', press);
  }, [onOpen]);
  return (
    <MountOnFirstOpen isOpen={isOpen}>
      <Palette held={held} isOpen={isOpen} onClose={() => onOpen(false)} />
    </MountOnFirstOpen>
  );
}
