'use client';

import { useQuery } from '@tanstack/react-query';
import { useKeyNames } from '@/lib/client/use-names';
import { FileQuestion, Printer } from 'lucide-react';
import Link from 'next/link';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { ApiError, problemOf } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useConnectionKey, FirstConnection, useChooseConnection } from '@/lib/client/connection';
import { useEvents } from '@/lib/client/events/use-events';
import type { ChangeSet, ChangeStep } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { useChangeLinks } from '@/components/changes/change-links';
import { EvidenceButton } from '@/components/changes/evidence-button';
import { WayBack } from '@/components/changes/way-back';
import { SetButtons } from './set-buttons';
import { SetCells } from './set-cells';
import { SetFacts } from './set-facts';
import { SetNotices } from './set-notices';
import { SetPrint } from './set-print';
import { SetProgress } from './set-progress';
import { Instant } from '@/components/ui/instant';
import { stepOfSetInWords } from '@/lib/domain/changes/step-words';
import { stateWords } from '@/components/changes/outcome/outcome-words';

export function ChangeSetView({ id, mayChange }: { id: string; mayChange: boolean }) {
  const links = useChangeLinks();
  const isLive = useEvents(useConnectionKey());
  const names = useKeyNames();
  const [print, setPrint] = useState({ press: 0, isAsked: false });
  const { data: known, error, refetch } = useQuery(changeSetQuery(id, isLive));
  const data = useOwnConnection(known) ? known : undefined; // links of another connection would lead astray
  const isNowhere = error instanceof ApiError && error.problem.code === 'not-found';
  if (known === undefined && isNowhere) {
    return (
      <EmptyState
        headingLevel={1}
        icon={<FileQuestion />}
        title="There is no such change"
        action={
          <Link href={links.list()} className={buttonClasses('primary')}>
            All changes
          </Link>
        }
      >
        {error.problem.detail}
      </EmptyState>
    );
  }
  return (
    <>
      <WayBack />
      {data === undefined ? (
        <PageHeader title="Change" />
      ) : (
        <PageHeader
          title={setTitle(data, names)}
          actions={
            <>
              {mayChange && <SetButtons set={data} />}
              <EvidenceButton what={{ what: 'set', changeSetId: id }} />
              <Button onPress={() => setPrint(({ press }) => ({ press: press + 1, isAsked: true }))}>
                <Printer aria-hidden="true" className="size-4" />
                Print
              </Button>
            </>
          }
        />
      )}
      <div className="flex flex-col gap-4 px-4 pb-8">
        {error !== null && (
          <ProblemView
            problem={problemOf(error)}
            hasData={known !== undefined}
            retrying
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined ? (
          <>
            <Parts set={data} />
            {print.isAsked && (
              <SetPrint
                key={print.press}
                set={data}
                press={print.press}
                onEnd={() => setPrint(({ press }) => ({ press, isAsked: false }))}
              />
            )}
          </>
        ) : (
          (error === null || known !== undefined) && <SetSkeleton />
        )}
      </div>
    </>
  );
}

function Parts({ set }: { set: ChangeSet }) {
  return (
    <>
      <SetNotices set={set} />
      <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
        <SetProgress set={set} />
        <div className="border-t border-line pt-3">
          <SetFacts set={set} />
        </div>
        <SetSteps steps={set.steps ?? []} />
      </div>
      <div data-print="replaced">
        <SetCells set={set} />
      </div>
    </>
  );
}

function SetSkeleton() {
  return (
    <Status aria-label="Reading the change" className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-2" />
        <Skeleton className="h-12" />
      </div>
      <Skeleton className="h-64" />
    </Status>
  );
}

/**
 * Corrects an address that does not name the set's own connection.
 * @returns whether the page shows the set's connection.
 */
function useOwnConnection(set: ChangeSet | undefined): boolean {
  const shown = useConnectionKey();
  const first = use(FirstConnection);
  const replace = useChooseConnection('replace');
  const own = set?.connection;
  const isOwn = shown === own;
  const putRight = useEffectEvent((to: string) => replace(to === first ? null : to));
  useEffect(() => {
    if (own !== undefined && !isOwn) putRight(own);
  }, [own, isOwn]);
  return isOwn;
}

/** Who paused, resumed or cancelled a set, and its interruptions; nothing where it simply ran to its end. */
function SetSteps({ steps }: { steps: readonly ChangeStep[] }) {
  const isPlain = steps.every(({ state, person }) => state === 'done' && person === null);
  if (isPlain) return null;
  return (
    <section aria-label="Steps" className="border-t border-line pt-3 text-sm">
      <h2 className="text-xs text-text-muted">History</h2>
      <ol
        className="mt-1 flex max-h-48 flex-col gap-0.5 overflow-y-auto"
        tabIndex={0}
        aria-label="Steps, oldest first"
      >
        {steps.map(({ seq, at, person, state, why }) => (
          <li key={seq} className="flex flex-wrap gap-x-3 max-sm:pb-1">
            <span className="text-text-muted">
              <Instant at={at} />
            </span>
            <span className="wrap-anywhere">{stepOfSetInWords({ person, why }, stateWords[state])}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
