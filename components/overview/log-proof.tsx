'use client';

import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Status } from '@/components/ui/feedback/status';
import { Age } from '@/components/ui/instant';
import { problemOf } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { verifyLog } from '@/lib/client/changes/change-actions';
import type { Activity } from '@/lib/contract/changes/activity';
import { counted } from '@/lib/domain/counted';
import { signedInWords } from '@/lib/domain/ledger/log-words';
import { Card, FromQuery } from './card';

const looks = {
  none: { Icon: ShieldQuestion, ink: 'text-text-faint', words: 'not checked since the console started' },
  intact: { Icon: ShieldCheck, ink: 'text-success', words: 'none altered or removed' },
  gap: { Icon: ShieldAlert, ink: 'text-warning', words: 'and others that were lost' },
  broken: { Icon: ShieldAlert, ink: 'text-danger', words: 'of which some were altered or removed' },
} as const;

interface LogProofProps {
  activity: UseQueryResult<Activity>;
  /** A signed checkpoint names entries that the log does not have. */
  hasLosses: boolean;
  evidence: ReactNode;
}

export function LogProof({ activity, hasLosses, evidence }: LogProofProps) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: verifyLog,
    onSettled: () => askAgain(client, ['changes', 'activity']),
  });
  return (
    <Card title="Proof">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <FromQuery query={activity} height="h-24 sm:h-11">
            {({ log }) => <LogStanding {...{ log, hasLosses, problem: error }} isBeingRead={isPending} />}
          </FromQuery>
        </div>
        <div data-print="hide" className="flex flex-wrap gap-2">
          <Button isPending={isPending} onPress={() => mutate()}>
            Verify now
          </Button>
          {evidence}
        </div>
      </div>
    </Card>
  );
}

interface LogStandingProps {
  log: Activity['log'];
  hasLosses: boolean;
  isBeingRead: boolean;
  problem: Error | null;
}

function LogStanding({ log, hasLosses, isBeingRead, problem }: LogStandingProps) {
  const { verified, entries } = log;
  const { words } = looks[verified?.verdict ?? 'none'];
  const { Icon, ink } = looks[hasLosses ? 'broken' : (verified?.verdict ?? 'none')];
  const newer = verified === null ? 0 : entries - verified.head;
  return (
    <>
      <Status className="flex items-start gap-2">
        <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', ink)} />
        <div className="min-w-0">
          <p className="tabular font-medium">
            {isBeingRead
              ? 'Checking every entry…'
              : hasLosses && verified === null
                ? 'Entries are missing'
                : `${counted(verified?.head ?? entries, 'entry', 'entries')}, ${words}`}
          </p>
          <p className="text-sm text-text-muted">
            {problem !== null ? (
              `It was not checked: ${problemOf(problem).detail}`
            ) : verified === null ? (
              hasLosses ? (
                'Checkpoints were signed for entries that the log does not have. Verify it to see which.'
              ) : (
                'Every change is an entry in a log that cannot be altered unnoticed.'
              )
            ) : (
              <>
                Checked <Age at={verified.at} />
                {newer > 0 && `; ${counted(newer, 'entry is', 'entries are')} newer`}.
              </>
            )}
          </p>
          {(verified?.verdict === 'intact' || log.signedTo > entries) && (
            <p className="tabular mt-2 text-sm text-text-muted">{signedInWords(entries, log.signedTo)}</p>
          )}
        </div>
      </Status>
    </>
  );
}
