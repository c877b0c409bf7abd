'use client';

import { ErrorPanel } from '@/components/ui/error-panel';
import { secondsUntilRetry } from '@/components/ui/retry-countdown';
import { useNow } from '@/components/ui/use-now';
import { isRefusedForGood } from '@/lib/client/api';
import { journalRetryMs } from '@/lib/client/journal';
import { problemShown } from './problem-shown';

interface LinesUnavailableProps {
  error: Error;
  /** When the last attempt failed, epoch ms. */
  failedAt: number;
  isTrying: boolean;
  onRetry: () => void;
}

/** Why there are no lines to show, and when the page tries again by itself. */
export function LinesUnavailable({ error, failedAt, isTrying, onRetry }: LinesUnavailableProps) {
  const seconds = secondsUntilRetry({ failedAt, everyMs: journalRetryMs, isTrying }, useNow(1_000));
  return (
    <ErrorPanel
      problem={problemShown(error)}
      onRetry={onRetry}
      retryingIn={isRefusedForGood(error) ? undefined : seconds}
      className="m-4"
    />
  );
}
