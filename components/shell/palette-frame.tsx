'use client';

import { onDemand } from '@/components/ui/on-demand';
import { useEffect, useEffectEvent } from 'react';
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
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isPlain || event.key.toLowerCase() !== 'k' || document.querySelector('dialog[open]') !== null)
      return;
    event.preventDefault();
    onOpen(true);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <MountOnFirstOpen isOpen={isOpen}>
      <Palette held={held} isOpen={isOpen} onClose={() => onOpen(false)} />
    </MountOnFirstOpen>
  );
}
