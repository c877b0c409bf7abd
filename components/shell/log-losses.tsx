'use client';

import { OctagonAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/overlays/popover';

interface LogLossesProps {
  losses: readonly string[];
  /** Whether the reader is one who can put it right: others are told whom to ask. */
  canMend: boolean;
}

/** Says on every page that checkpoints know entries which the log does not have, and to who can mend it how. */
export function LogLosses({ losses, canMend }: LogLossesProps) {
  return (
    <div
      role="alert"
      data-print="hide"
      className="flex min-h-9 items-center gap-2 border-b border-danger bg-danger-soft px-4 text-sm"
    >
      <OctagonAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
      <p>
        <strong className="font-semibold">Log entries are missing.</strong>
        {!canMend && ' Tell an administrator.'}
      </p>
      {canMend && (
        <Popover
          label="What the log has lost"
          trigger={
            <Button size="sm" variant="ghost">
              Details
            </Button>
          }
          className="w-96 gap-2 text-sm wrap-anywhere"
        >
          {losses.map((loss) => (
            <p key={loss}>{loss}</p>
          ))}
        </Popover>
      )}
    </div>
  );
}
