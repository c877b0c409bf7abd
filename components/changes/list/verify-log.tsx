'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Age, Instant } from '@/components/ui/instant';
import { Status } from '@/components/ui/feedback/status';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { problemOf } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { activityQuery } from '@/lib/client/changes/activity';
import { verifyLog } from '@/lib/client/changes/change-actions';
import { useConnectionKey } from '@/lib/client/connection';
import type { Verification } from '@/lib/contract/changes/verification';
import { counted } from '@/lib/domain/counted';
import { verdictWords } from '@/lib/domain/ledger/log-words';
import { inDigits } from '@/lib/domain/reader-formats';

const looks = {
  none: { Icon: ShieldQuestion, tone: 'text-text-faint' },
  intact: { Icon: ShieldCheck, tone: 'text-success' },
  gap: { Icon: ShieldAlert, tone: 'text-warning' },
  broken: { Icon: ShieldAlert, tone: 'text-danger' },
} as const;

export function VerifyLog() {
  const client = useQueryClient();
  const activity = useQuery(activityQuery(useConnectionKey(), useTimeZone()));
  const { data, error, mutate, isIdle, isPending } = useMutation({
    mutationFn: verifyLog,
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
          isIdle ? 'basis-40' : 'basis-full',
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
      <Button size="sm" isPending={isPending} onPress={() => mutate()}>
        Verify now
      </Button>
    </section>
  );
}

function LogFindings({ result }: { result: Verification }) {
  const { summary, checkedAt, faults, moreFaults, gaps, remarks, checkpoints, key } = result;
  return (
    <>
      <p>
        <span className="font-medium">{summary}</span> Checked at <Instant at={checkedAt} look="time" />.
      </p>
      {(faults.length > 0 || gaps.length > 0 || remarks.length > 0 || checkpoints.folderFault !== null) && (
        <ul className="mt-1 list-disc pl-4 text-text-muted">
          {faults.map(({ seq, message }, at) => (
            <li key={at}>
              {seq === null ? '' : `Entry ${inDigits(seq)}: `}
              {message}
            </li>
          ))}
          {moreFaults > 0 && <li>and {counted(moreFaults, 'more fault')}</li>}
          {gaps.map(({ seq, headSeq, lostSeq, lostAt }) => (
            <li key={seq}>
              An older copy of the database was put back: entries {inDigits(headSeq + 1)} to{' '}
              {inDigits(lostSeq)} or later, up to <Instant at={lostAt} />, are lost.
            </li>
          ))}
          {checkpoints.folderFault !== null && <li>{checkpoints.folderFault}</li>}
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <p className="mt-1 text-xs break-all text-text-muted">
        Fingerprint of the key that signs:{' '}
        <code translate="no" className="font-mono">
          {key}
        </code>
      </p>
    </>
  );
}
