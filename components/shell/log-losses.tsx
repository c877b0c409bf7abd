import { OctagonAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';

const panelId = 'log-losses';

interface LogLossesProps {
  losses: readonly string[];
  /** Losses that the log itself records: no alarm. */
  recordedLosses: readonly string[];
  canMend: boolean;
}

/** Says that checkpoints know entries which the log does not have, and tells administrators how to mend it. */
export function LogLosses({ losses, recordedLosses, canMend }: LogLossesProps) {
  const isAlarm = losses.length > 0;
  const look = isAlarm ? 'border-danger bg-danger-soft' : 'border-warning bg-warning-soft';
  return (
    <div
      role={isAlarm ? 'alert' : 'status'}
      data-print="hide"
      className={`flex min-h-9 items-center gap-2 border-b px-4 text-sm ${look}`}
    >
      <OctagonAlert
        aria-hidden="true"
        className={`size-4 shrink-0 ${isAlarm ? 'text-danger' : 'text-warning'}`}
      />
      {isAlarm ? (
        <p>
          <strong className="font-semibold">Log entries are missing.</strong>
          {!canMend && ' Tell an administrator.'}
        </p>
      ) : (
        <p>An older copy of the database was put back. The log records what was lost.</p>
      )}
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
            {[...losses, ...recordedLosses].map((loss) => (
              <p key={loss}>{loss}</p>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
