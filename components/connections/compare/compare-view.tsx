'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight, RefreshCw, Scale } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { KindMark } from '@/components/shell/connection-kind';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/feedback/banner';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { notify } from '@/components/ui/feedback/toast-store';
import { Select } from '@/components/ui/fields/select';
import { IconButton } from '@/components/ui/icon-button';
import { Age } from '@/components/ui/instant';
import { TextLink } from '@/components/ui/text-link';
import { problemOf } from '@/lib/client/api';
import { useComparedMatrix } from '@/lib/client/compared-matrix';
import { connectionsQuery } from '@/lib/client/connections';
import { useConnectionKey, useConnectionParameter } from '@/lib/client/connection';
import { readAgain } from '@/lib/client/matrix/read-again';
import { withQuery } from '@/lib/client/paths';
import { sessionQuery } from '@/lib/client/session/session';
import { counted } from '@/lib/domain/counted';
import { useCompareAddress } from './compare-address';
import { CompareResult } from './compare-result';
import type { ComparedEnd, ComparedEnds } from './compare-words';

/** Compares what two connections give their entities, matched by code. */
export function CompareView({ mayChange }: { mayChange: boolean }) {
  const connections = useQuery(sessionQuery()).data?.connections ?? [];
  const ofPage = useConnectionKey();
  const [address, set] = useCompareAddress();
  const keyFrom = address.from ?? ofPage;
  const from = connections.find(({ key }) => key === keyFrom);
  const keyTo = address.to ?? connections.find(({ key }) => key !== keyFrom)?.key;
  const to = connections.find(({ key }) => key === keyTo);
  const isPair = from !== undefined && to !== undefined && from !== to;
  const theirs = useComparedMatrix(keyFrom, isPair);
  const ours = useComparedMatrix(keyTo ?? '', isPair);
  const refresh = useRefresh(isPair ? [from, to] : [], () => {
    theirs.ask();
    ours.ask();
  });
  return (
    <>
      <nav aria-label="Breadcrumb" data-print="hide" className="-mb-3 px-4 pt-3 text-sm text-text-muted">
        <span aria-hidden="true">‹ </span>
        <TextLink href={withQuery('/connections', { connection: useConnectionParameter() })}>
          Connections
        </TextLink>
      </nav>
      <PageHeader
        title="Compare connections"
        description="What two companies give their entities, matched by code. Nothing is changed before you review and apply it."
        actions={
          isPair && (
            <Button isPending={refresh.isPending} onPress={() => refresh.mutate()}>
              {!refresh.isPending && <RefreshCw aria-hidden="true" className="size-4" />}
              Refresh
            </Button>
          )
        }
      />
      <div className="flex min-w-0 flex-1 flex-col gap-4 px-4 pb-8">
        {connections.length < 2 ? (
          <EmptyState icon={<Scale />} title="There is only one connection">
            Two are needed for a comparison. Whoever runs the console sets them in a file of connections.
          </EmptyState>
        ) : (
          <>
            <div className="flex flex-wrap items-end gap-2">
              <EndPicker
                {...{ connections }}
                label="From"
                chosen={keyFrom}
                end={from}
                asOf={theirs.shown?.status.asOf}
                onChoose={(key) => set({ from: key, page: null })}
              />
              <IconButton
                label="Swap the two"
                icon={<ArrowLeftRight aria-hidden="true" />}
                isDisabled={!isPair}
                onPress={() => set({ from: keyTo ?? null, to: keyFrom, show: null, page: null })}
                className="mb-6"
              />
              <EndPicker
                {...{ connections }}
                label="To"
                chosen={keyTo ?? ''}
                end={to}
                asOf={ours.shown?.status.asOf}
                onChoose={(key) => set({ to: key, page: null })}
              />
            </div>
            {isPair ? (
              <>
                <NotResponding ends={{ from, to }} sides={[theirs, ours]} />
                <Compared ends={{ from, to }} sides={[theirs, ours]} mayChange={mayChange} />
              </>
            ) : (
              <EmptyState icon={<Scale />} title="Choose two different connections" />
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Has both services read again, and then the page; says which could not be read. Leaving the page ends the wait. */
function useRefresh(ends: readonly ComparedEnd[], ask: () => void) {
  const queries = useQueryClient();
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  return useMutation({
    mutationFn: async () => {
      const { signal } = (stop.current = new AbortController());
      const problems = await Promise.all(ends.map(({ key }) => readAgain(key, signal)));
      return problems.flatMap((problem, at) =>
        problem === null ? [] : [`${ends[at]?.label ?? ''}: ${problem.detail}`],
      );
    },
    onSuccess: (failures) => {
      if (failures.length > 0) notify.problem('Not all was read again', failures.join(' '));
      ask();
    },
    onError: (error) => notify.problem('Not all was read again', problemOf(error).detail),
    onSettled: () => queries.invalidateQueries(connectionsQuery()),
  });
}

type Side = ReturnType<typeof useComparedMatrix>;

interface ComparedProps {
  ends: ComparedEnds;
  sides: readonly [Side, Side];
  mayChange: boolean;
}

/** Says which service fails, where the page shows what was read from it before. */
function NotResponding({ ends, sides }: Omit<ComparedProps, 'mayChange'>) {
  const { data } = useQuery(connectionsQuery());
  return [ends.from, ends.to].map(({ key, label }, at) => {
    const problem = data?.value.find((one) => one.key === key)?.health.problem;
    const asOf = sides[at]?.shown?.status.asOf;
    if (problem == null || asOf == null) return null;
    return (
      <Banner key={key} tone="danger" title={`${label} does not respond as it should`}>
        {problem} What is compared here was read <Age at={asOf} />.
      </Banner>
    );
  });
}

function Compared({ ends, sides, mayChange }: ComparedProps) {
  const [from, to] = sides;
  if (from.shown !== null && to.shown !== null)
    return (
      <CompareResult
        key={`${ends.from.key} ${ends.to.key}`}
        {...{ ends, mayChange }}
        from={from.shown}
        to={to.shown}
      />
    );
  return [[from, ends.from] as const, [to, ends.to] as const].map(([side, { key, label }]) => {
    const problem = side.error === null ? (side.status?.problem ?? null) : problemOf(side.error);
    if (side.shown !== null) return null;
    if (problem !== null)
      return (
        <ProblemView
          key={key}
          problem={{ ...problem, title: `${label} could not be read` }}
          retrying={side.isAsking}
          onRetry={side.ask}
        />
      );
    return (
      <Status key={key} className="flex flex-col gap-2 text-sm text-text-muted">
        {`Reading ${label}: ${counted(side.status?.arrived ?? 0, 'assignment')} so far…`}
        <Skeleton className="h-16" />
      </Status>
    );
  });
}

interface EndPickerProps {
  label: string;
  connections: readonly ComparedEnd[];
  chosen: string;
  end: ComparedEnd | undefined;
  asOf: string | null | undefined;
  onChoose: (key: string) => void;
}

function EndPicker({ label, connections, chosen, end, asOf, onChoose }: EndPickerProps) {
  const options = connections.map((one) => ({ value: one.key, label: one.label }));
  return (
    <div className="flex min-w-0 flex-[0_1_18rem] flex-col gap-1">
      <Select
        label={label}
        value={chosen}
        onChange={onChoose}
        options={end === undefined ? [{ value: chosen, label: `Unknown: ${chosen}` }, ...options] : options}
      />
      <p className="flex h-5 items-center gap-2 text-xs text-text-muted">
        {end !== undefined && <KindMark kind={end.kind} />}
        {asOf != null && (
          <span className="truncate">
            Read <Age at={asOf} />
          </span>
        )}
      </p>
    </div>
  );
}
