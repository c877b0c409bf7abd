'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { TextField } from '@/components/ui/fields/text-field';
import { shortcutKey } from '@/components/ui/keys/typed-key';
import { bodyOnDemand } from '@/components/ui/on-demand';
import { Dialog } from '@/components/ui/overlays/modal';
import type { Role } from '@/lib/contract/session/roles';
import type { PaletteListsProps } from './palette-lists';

const fieldWords = { label: 'Command or search', placeholder: 'Type a command, or what to find' };

/** The field takes keys at once; the lists search its text when they have loaded. */
const PaletteLists = bodyOnDemand(
  async () => (await import('./palette-lists')).PaletteLists,
  ({ text, onText, onEnter }) => (
    <TextField
      {...fieldWords}
      {...{ role: 'combobox', 'aria-expanded': false, 'data-autofocus': '' }}
      hideLabel
      value={text}
      onChange={onText}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter(true);
      }}
    />
  ),
);

interface PaletteProps {
  held: readonly Role[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Opens by Ctrl+K or Cmd+K. */
export function Palette({ held, isOpen, onOpen }: PaletteProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    if (!(ctrlKey || metaKey) || shiftKey || altKey || defaultPrevented || shortcutKey(event) !== 'k') return;
    if (document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    onOpen(true);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  const close = () => onOpen(false);
  return (
    // The top stays in place while the list grows and shrinks.
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Commands"
      className={classNames(
        'mt-[15vh]! mb-auto! max-h-[calc(85vh-1rem)]! max-w-[min(36rem,calc(100vw-2rem))]!',
        '[&_h2]:text-sm! [&_h2]:font-medium! [&_h2]:text-text-muted [&>header]:border-0 [&>header]:pb-0 [&>header+div]:pt-1',
      )}
    >
      <PaletteContent held={held} onClose={close} />
    </Dialog>
  );
}

function PaletteContent({ held, onClose }: Pick<PaletteListsProps, 'held' | 'onClose'>) {
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const type = (next: string) => {
    setEntered(false);
    setText(next);
  };
  return (
    <PaletteLists
      {...{ held, text, isEntered, onClose }}
      words={fieldWords}
      onText={type}
      onEnter={setEntered}
    />
  );
}
