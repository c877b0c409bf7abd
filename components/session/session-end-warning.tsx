import { useQueryClient } from '@tanstack/react-query';
import { TimerReset } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/feedback/toast-store';
import { topmostDialog } from '@/components/ui/overlays/topmost-dialog';
import { sessionQuery, tellUse } from '@/lib/client/session/session';
import { timeInWords } from '@/lib/domain/reader-formats';
import { endsForGood, type SessionClock } from '@/lib/domain/session/session-clock';

interface SessionEndWarningProps {
  clock: SessionClock;
  left: number;
  /** An attribute that marks presses on the warning. */
  mark: string;
  /** Hides the warning of an end that use does not postpone. */
  onHide: () => void;
}

export function SessionEndWarning({ clock, left, mark, onHide }: SessionEndWarningProps) {
  const isForGood = endsForGood(clock);
  return createPortal(
    <section
      {...{ [mark]: '' }}
      aria-label="End of the session"
      data-print="hide"
      className="fixed inset-x-2 top-2 z-20 mx-auto flex max-w-lg items-start gap-3 rounded-md border border-l-4 border-warning bg-surface-raised px-3 py-2 text-sm text-text shadow-raised"
    >
      <TimerReset aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0 flex-1">
        {/* The countdown is not read out. */}
        <p role="alert">{isForGood ? limitWords(clock) : idleWords(clock)}</p>
        <div className="mt-2 flex flex-wrap items-center gap-3">
          {isForGood ? <Button onPress={onHide}>Hide this</Button> : <StayButton />}
          <span aria-hidden="true" className="tabular text-text-muted">
            {inMinutes(left)} left
          </span>
        </div>
      </div>
    </section>,
    topmostDialog() ?? document.body,
  );
}

function StayButton() {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const stay = async () => {
    setAsking(true);
    try {
      await tellUse(client);
    } catch {
      // The session query finds out whether the session still lives.
      void client.invalidateQueries(sessionQuery());
      notify.problem(
        'The console did not answer',
        'Whether you stay signed in is not known. Check the network and press “Stay signed in” again.',
      );
    }
    setAsking(false);
  };
  return (
    <Button
      variant="primary"
      isPending={isAsking}
      onPress={() => void stay()}
      // The focus stays in a field.
      onMouseDown={(event) => event.preventDefault()}
    >
      Stay signed in
    </Button>
  );
}

function idleWords({ expiresAt }: SessionClock): string {
  return `You will be signed out at ${timeOfDay(expiresAt)} because the session was not used.`;
}

function limitWords({ endsAt }: SessionClock): string {
  return `You will be signed out at ${timeOfDay(endsAt)}, because your session reaches its time limit. Finish what you are doing; after that, sign in again to continue where you were.`;
}

function timeOfDay(instant: number): string {
  return timeInWords(new Date(instant), undefined);
}

/** "1:05". */
function inMinutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}
