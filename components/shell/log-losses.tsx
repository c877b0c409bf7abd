import { OctagonAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';

const panelId = 'log-losses';

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
        <>
          <Button size="sm" variant="ghost" popoverTarget={panelId}>
            Details
          </Button>
          <div
            id={panelId}
            popover="auto"
            role="group"
            aria-label="What the log has lost"
            className="popover-panel w-96 gap-2 p-3 text-sm wrap-anywhere"
          >
            {losses.map((loss) => (
              <p key={loss}>{loss}</p>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
