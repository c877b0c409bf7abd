'use client';

import { ListChecks } from 'lucide-react';
import type { JournalAddress } from '@/components/journal/journal-address';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { useJournalChecks } from './use-journal-checks';

/** What the button opens, beside the lines. */
export const ChecksSheet = onDemand(
  async () => (await import('./checks-sheet')).ChecksSheet,
  ({ onClose }) => onClose(),
);

interface ChecksButtonProps {
  address: JournalAddress;
  connection: string;
  /** Whether the lines are there: the counts of another filter are asked for after its lines. */
  isReady: boolean;
  isOpen: boolean;
  onPress: () => void;
}

/** Opens and closes the checks before posting, and says how many of them find lines. */
export function ChecksButton({ address, connection, isReady, isOpen, onPress }: ChecksButtonProps) {
  const { data } = useJournalChecks(address, connection, isReady);
  const found = data?.checks.filter(({ lines }) => lines !== null && lines > 0).length;
  return (
    <Button {...ChecksSheet.ahead} aria-expanded={isOpen} onPress={onPress}>
      <ListChecks aria-hidden="true" className="size-4" />
      Checks
      {/* As wide before it comes. */}
      <span className="tabular inline-block min-w-6 text-left font-normal text-text-muted">
        {found !== undefined && `(${String(found)})`}
      </span>
    </Button>
  );
}
