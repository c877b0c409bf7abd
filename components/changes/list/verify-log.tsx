'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Age } from '@/components/ui/instant';
import { Status } from '@/components/ui/feedback/status';
import { onDemand } from '@/components/ui/on-demand';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { problemOf } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { activityQuery } from '@/lib/client/changes/activity';
import { useConnectionKey } from '@/lib/client/connection';
import { verdictWords } from '@/lib/domain/ledger/log-words';

const looks = {
  none: { Icon: ShieldQuestion, tone: 'text-text-faint' },
  intact: { Icon: ShieldCheck, tone: 'text-success' },
  gap: { Icon: ShieldAlert, tone: 'text-warning' },
  broken: { Icon: ShieldAlert, tone: 'text-danger' },
} as const;

const LogFindings = onDemand(async () => (await import('./log-findings')).LogFindings);

export function VerifyLog() {
  const client = useQueryClient();
  const activity = useQuery(activityQuery(useConnectionKey(), useTimeZone()));
  const { data, error, mutate, isIdle, isPending } = useMutation({
    mutationFn: async () => (await import('@/lib/client/changes/change-actions')).verifyLog(),
    onSettled: () => askAgain(client, ['changes', 'activity']),
  });
  const verified = isPending || error !== null ? null : activity.data?.log.verified;
  const pressed = data !== undefined && data.checkedAt >= (verified?.at ?? '') ? data : undefined;
  const { Icon, tone } = looks[(pressed ?? verified)?.verdict ?? 'none'];
  return (
    <section
      aria-label="Log"
      data-print="hide"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-surface px-3 py-1 text-sm"
    >
      <div
        className={classNames(
          'flex min-w-0 flex-1 items-start gap-2 sm:basis-72',
          isIdle ? 'basis-40' : 'basis-full', // on a phone what comes of it has the whole line
        )}
      >
        <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', tone)} />
        <Status className="min-w-0 wrap-break-word">
          {isPending ? (
            <p className="text-text-muted">Reading the whole log and checking every entry…</p>
          ) : error !== null ? (
            <p>The log was not checked: {problemOf(error).detail}</p>
          ) : pressed ? (
            <LogFindings result={pressed} />
          ) : verified ? (
            <p>
              The log was last checked <Age at={verified.at} />:{' '}
              <span className="font-medium">{verdictWords[verified.verdict]}</span>.
            </p>
          ) : (
            <p className="text-text-muted">
              Every change is an entry in a log that cannot be altered unnoticed.
              <span className="max-sm:hidden"> Check it here, or check its export without this console.</span>
            </p>
          )}
        </Status>
      </div>
      <Button {...LogFindings.ahead} size="sm" isPending={isPending} onPress={() => mutate()}>
        Verify now
      </Button>
    </section>
  );
}
