'use client';

import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';

interface CornerCardProps {
  title: string;
  aside: string;
  /** Focuses the title when the card opens. */
  takesFocus: boolean;
  /** Moves the card to the left corner, away from what it explains. */
  isLeft?: boolean;
  folds?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A card in a corner of the window; the page stays usable. */
export function CornerCard({
  title,
  aside,
  takesFocus,
  isLeft = false,
  folds = false,
  onClose,
  children,
}: CornerCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const [isFolded, setFolded] = useState(false);
  useEffect(() => {
    if (!takesFocus) return;
    const opener = document.activeElement;
    // A closing dialog returns the focus first.
    const timer = setTimeout(() => heading.current?.focus());
    return () => {
      clearTimeout(timer);
      // Only where the card had it.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [takesFocus]);
  const FoldIcon = isFolded ? ChevronUp : ChevronDown;
  return (
    <section
      aria-labelledby={id}
      data-corner={isLeft ? 'left' : 'right'}
      data-print="hide"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      className={classNames(
        'fixed inset-x-2 bottom-2 z-20 flex max-h-[45dvh] flex-col rounded-lg border border-line-strong bg-surface-raised text-sm text-text shadow-raised',
        'lg:inset-x-auto lg:bottom-4 lg:max-h-[calc(100dvh-2rem)] lg:w-92',
        isLeft ? 'lg:left-56' : 'lg:right-4',
      )}
    >
      <header className="flex items-center gap-2 border-b border-line py-1.5 pr-1.5 pl-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="rounded-sm text-base font-semibold">
          {title}
        </h2>
        <p className="tabular min-w-0 flex-1 truncate text-text-muted">{aside}</p>
        {folds && (
          <IconButton
            size="sm"
            label={isFolded ? `Unfold ${title.toLowerCase()}` : `Fold ${title.toLowerCase()}`}
            icon={<FoldIcon aria-hidden="true" />}
            onPress={() => setFolded(!isFolded)}
          />
        )}
        <IconButton
          size="sm"
          label={`Close ${title.toLowerCase()}`}
          icon={<X aria-hidden="true" />}
          onPress={onClose}
        />
      </header>
      {!isFolded && <div className="min-h-0 overflow-y-auto overscroll-contain px-4 py-3">{children}</div>}
    </section>
  );
}
