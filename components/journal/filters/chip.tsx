'use client';

import { X } from 'lucide-react';

/** What holds of the lines, in words, and a press that takes it off. */
export function Chip({ does, words, onRemove }: { does: string; words: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-accent-soft pr-1 pl-2 text-xs font-medium text-accent-text hover:text-text"
    >
      <span className="sr-only">{does}</span>
      <span className="truncate">{words}</span>
      <X aria-hidden="true" className="size-3.5 shrink-0" />
    </button>
  );
}
