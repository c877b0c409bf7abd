'use client';

import { Search } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import { useHydrated } from '@/components/ui/use-hydrated';

const keys = 'Control+K Meta+K';

interface PaletteButtonProps {
  /** `row`: in the navigation; `icon`: in the top bar. */
  look: 'row' | 'icon';
  onPress: () => void;
}

export function PaletteButton({ look, onPress }: PaletteButtonProps) {
  const isHydrated = useHydrated(); // before that no key is heard
  if (look === 'icon')
    return (
      <IconButton
        label="Commands"
        icon={<Search aria-hidden="true" />}
        aria-keyshortcuts={keys}
        onPress={onPress}
      />
    );
  return (
    <button
      type="button"
      aria-keyshortcuts={keys}
      onClick={onPress}
      className="flex h-8 w-full items-center gap-2 rounded-md border border-line px-2 text-left text-sm text-text-muted transition-colors hover:bg-hover hover:text-text"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1">Commands</span>
      <span aria-hidden="true" className={isHydrated ? undefined : 'invisible'}>
        <kbd>Ctrl</kbd> <kbd>K</kbd>
      </span>
    </button>
  );
}
