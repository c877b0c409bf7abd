'use client';

import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { inDigits } from '@/lib/domain/reader-formats';

export interface NotMadeProps {
  /** Changes that were not done and are still marked. */
  marks: number;
  /** Shows the rows that have them. */
  onShowMarks: () => void;
  onClearMarks: () => void;
}

/** How many changes were not made, with the ways to them and to taking their marks away. */
export function NotMade({ marks, onShowMarks, onClearMarks }: NotMadeProps) {
  return (
    <span
      title="Marked at the switch"
      data-print="hide"
      className="ml-1 inline-flex items-center rounded-md bg-danger-soft"
    >
      <Button size="sm" variant="ghost" onPress={onShowMarks} className="h-6! pr-0! text-danger!">
        {inDigits(marks)} not made
      </Button>
      <IconButton
        ref={rescueFocus}
        size="sm"
        label="Clear marks"
        icon={<X aria-hidden="true" />}
        onPress={onClearMarks}
        className="h-6!"
      />
    </span>
  );
}
