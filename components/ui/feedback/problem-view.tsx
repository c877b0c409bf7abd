'use client';

import { OctagonAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { CopyButton } from '@/components/ui/copy-button';
import { useNow } from '@/components/ui/use-now';
import { isForGood } from '@/lib/contract/error-codes';
import { OlderData } from './older-data';

interface ShownProblem {
  title: string;
  detail: string;
  code?: string | undefined;
  requestId?: string | undefined;
  correlationId?: string | undefined;
  serviceRequestId?: string | undefined;
}

interface ProblemViewProps {
  problem: ShownProblem;
  /** Begins a sentence: what could not be read. */
  what?: string;
  /** Older data is shown: the problem becomes a notice above it. */
  hasData?: boolean;
  /** The shown data is the part that arrived before a first read broke off. */
  isPart?: boolean;
  onRetry?: () => void;
  /** Whether the page tries again by itself; with times, it counts down. */
  retrying?: boolean | Retrying;
  className?: string;
}

/** A failure in the console's words, with "Try again" unless the console refused for good. */
export function ProblemView(props: ProblemViewProps) {
  const { problem, what = 'It', hasData = false, isPart, className } = props;
  const { retrying = false, onRetry } = isForGood(problem.code) ? {} : props;
  if (hasData)
    return (
      <OlderData {...{ what, isPart, className }} detail={problem.detail} isRetried={retrying !== false} />
    );
  const traces = [
    ['Code', problem.code],
    ['Request', problem.requestId],
    ['Correlation ID', problem.correlationId],
    ['Service request', problem.serviceRequestId],
  ].filter((trace): trace is [string, string] => Boolean(trace[1]));
  return (
    <section
      className={classNames(
        'flex items-start gap-3 rounded-md border border-danger bg-surface p-4',
        className,
      )}
    >
      <OctagonAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        {/* Alone in the alert, so that the countdown is not read out. */}
        <div role="alert">
          <h2 className="text-base font-semibold">{problem.title}</h2>
          <p className="wrap-break-word text-text-muted">{problem.detail}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3 empty:hidden">
          {onRetry && <Button onPress={onRetry}>Try again</Button>}
          {typeof retrying === 'object' && <Countdown retrying={retrying} />}
        </div>
        {traces.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-2 text-xs text-text-muted">
            {traces.map(([name, value]) => (
              <span key={name} className="min-w-0 break-all">
                {name}{' '}
                <code translate="no" className="font-mono text-text">
                  {value}
                </code>
              </span>
            ))}
            <CopyButton
              label="Copy details"
              text={[
                problem.title,
                problem.detail,
                ...traces.map(([name, value]) => `${name}: ${value}`),
              ].join('\n')}
            />
          </div>
        )}
      </div>
    </section>
  );
}

function Countdown({ retrying }: { retrying: Retrying }) {
  const seconds = secondsUntilRetry(retrying, useNow(1_000));
  return (
    <span className="tabular text-sm text-text-muted">
      {seconds > 0 ? `Trying again by itself in ${seconds} s` : 'Trying again now'}
    </span>
  );
}

/** Times in ms; `failedAt` since the epoch. */
interface Retrying {
  failedAt: number;
  everyMs: number;
  isTrying: boolean;
}

/** 0 while an attempt is under way or overdue. */
export function secondsUntilRetry({ failedAt, everyMs, isTrying }: Retrying, now: number): number {
  if (isTrying) return 0;
  return Math.max(0, Math.ceil(Math.min(failedAt + everyMs - now, everyMs) / 1_000));
}
