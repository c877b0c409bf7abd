'use client';

import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { JournalAddress } from '@/components/journal/journal-address';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import { useJournalChecks } from './use-journal-checks';

const ChecksSheet = onDemand(
  async () => (await import('./checks-sheet')).ChecksSheet,
  ({ onClose }) => onClose(),
);

interface ChecksButtonProps {
  address: JournalAddress;
  connection: string;
  /** Whether the lines are there: the counts of another filter are asked for after its lines. */
  isReady: boolean;
}

/** Opens the checks before posting, and says how many of them find lines. */
export function ChecksButton({ address, connection, isReady }: ChecksButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useJournalChecks(address, connection, isReady);
  const found = data?.checks.filter(({ lines }) => lines !== null && lines > 0).length;
  return (
    <>
      <Button {...ChecksSheet.ahead} aria-haspopup="dialog" onPress={() => setOpen(true)}>
        <ListChecks aria-hidden="true" className="size-4" />
        Checks
        {/* As wide before it comes. */}
        <span className="tabular inline-block min-w-6 text-left font-normal text-text-muted">
          {found !== undefined && `(${String(found)})`}
        </span>
      </Button>
      <MountOnFirstOpen isOpen={isOpen}>
        <ChecksSheet {...{ address, connection, isOpen }} onClose={() => setOpen(false)} />
      </MountOnFirstOpen>
    </>
  );
}
