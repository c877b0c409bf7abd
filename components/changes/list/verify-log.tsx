'use client';

import { useMutation } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Instant } from '@/components/ui/instant';
import { Status } from '@/components/ui/feedback/status';
import { problemOf } from '@/lib/client/api';
import type { Verification } from '@/lib/contract/changes/verification';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

const looks = {
  none: { Icon: ShieldQuestion, tone: 'text-text-faint' },
  intact: { Icon: ShieldCheck, tone: 'text-success' },
  gap: { Icon: ShieldAlert, tone: 'text-warning' },
  broken: { Icon: ShieldAlert, tone: 'text-danger' },
} as const;

/** Whether the log is as the console wrote it: asked for by a press, told in words. */
export function VerifyLog() {
  const { data, error, mutate, isIdle, isPending } = useMutation({
    mutationFn: async () => (await import('@/lib/client/changes/change-actions')).verifyLog(),
  });
  const { Icon, tone } = looks[data?.verdict ?? 'none'];
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
          ) : data === undefined ? (
            <p className="text-text-muted">
              Every change is an entry in a log that cannot be altered unnoticed.
              <span className="max-sm:hidden"> Check it here, or check its export without this console.</span>
            </p>
          ) : (
            <Result result={data} />
          )}
        </Status>
      </div>
      <Button size="sm" isPending={isPending} onPress={() => mutate()}>
        Verify now
      </Button>
    </section>
  );
}

function Result({ result }: { result: Verification }) {
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
        Fingerprint of the key that signs: <code className="font-mono">{key}</code>
      </p>
    </>
  );
}
