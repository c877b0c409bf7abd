'use client';

import { ErrorPanel } from '@/components/ui/error-panel';
import { journalRetryMs } from '@/lib/client/journal';
import { problemShown } from './problem-shown';
import { useNow } from './use-now';

interface LinesUnavailableProps {
  error: Error;
  /** When the last attempt failed, epoch ms. */
  failedAt: number;
  isTrying: boolean;
  onRetry: () => void;
}

/** Why there are no lines to show, and when the page tries again by itself. */
export function LinesUnavailable({ error, failedAt, isTrying, onRetry }: LinesUnavailableProps) {
  const now = useNow(1_000);
  const left = Math.ceil((failedAt + journalRetryMs - now) / 1_000);
  const seconds = isTrying ? 0 : Math.max(0, Math.min(left, journalRetryMs / 1_000));
  return <ErrorPanel problem={problemShown(error)} onRetry={onRetry} retryingIn={seconds} className="m-4" />;
}
