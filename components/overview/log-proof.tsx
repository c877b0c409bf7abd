'use client';

import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Status } from '@/components/ui/feedback/status';
import { Instant } from '@/components/ui/instant';
import { problemOf } from '@/lib/client/api';
import { verifyLog } from '@/lib/client/changes/change-actions';
import type { Activity } from '@/lib/contract/changes/activity';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { Card } from './card';
import { FromQuery } from './from-query';

const looks = {
  none: { Icon: ShieldQuestion, ink: 'text-text-faint', words: 'Not verified since the console started' },
  intact: { Icon: ShieldCheck, ink: 'text-success', words: 'The log is intact' },
  gap: { Icon: ShieldAlert, ink: 'text-warning', words: 'The log has a gap' },
  broken: { Icon: ShieldAlert, ink: 'text-danger', words: 'The log was altered' },
} as const;

/** How one knows that what the log says is true. @param evidence how it is taken away. */
export function LogProof({
  activity,
  evidence,
}: {
  activity: UseQueryResult<Activity>;
  evidence: ReactNode;
}) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => verifyLog(),
    onSettled: () => client.invalidateQueries({ queryKey: ['changes', 'activity'] }),
  });
  return (
    <Card title="Proof">
      <FromQuery query={activity} height="h-24">
        {({ log }) => <LogStanding log={log} isBeingRead={isPending} problem={error} />}
      </FromQuery>
      <div data-print="hide" className="mt-auto flex flex-wrap gap-2 pt-4">
        <Button isPending={isPending} onPress={() => mutate()}>
          Verify now
        </Button>
        {evidence}
      </div>
    </Card>
  );
}

interface LogStandingProps {
  log: Activity['log'];
  isBeingRead: boolean;
  /** Why the last attempt to verify it came to nothing. */
  problem: Error | null;
}

function LogStanding({ log, isBeingRead, problem }: LogStandingProps) {
  const { Icon, ink, words } = looks[log.verified?.verdict ?? 'none'];
  return (
    <>
      <Status className="flex items-start gap-2">
        <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', ink)} />
        <div className="min-w-0">
          <p className="font-medium">{isBeingRead ? 'Reading the whole log…' : words}</p>
          <p className="text-sm text-text-muted">
            {problem !== null ? (
              `It was not checked: ${problemOf(problem).detail}`
            ) : log.verified === null ? (
              'Every change is an entry that cannot be altered unnoticed.'
            ) : (
              <>
                Checked at <Instant at={log.verified.at} />, up to entry {inDigits(log.verified.head)}.
              </>
            )}
          </p>
        </div>
      </Status>
      <dl className="tabular mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-text-muted">In the log</dt>
        <dd>{counted(log.entries, 'entry', 'entries')}</dd>
        <dt className="text-text-muted">Signed up to</dt>
        <dd>{log.signedTo === 0 ? 'none yet' : `entry ${inDigits(log.signedTo)}`}</dd>
      </dl>
    </>
  );
}
