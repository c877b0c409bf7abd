'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play, RotateCcw } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { notify } from '@/components/ui/feedback/toast-store';
import { isSignedOut, problemOf } from '@/lib/client/api';
import { demoParts } from '@/lib/client/demo/demo-part';
import { playStep, presenterQuery } from '@/lib/client/demo/presenter';
import { CornerCard } from './corner-card';
import { PresenterReset } from './presenter-reset';
import { StoryStep } from './story-step';

export function PresenterPanel() {
  const { data, error } = useQuery(presenterQuery());
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const playing = useMutation({
    mutationFn: playStep,
    onSuccess: (presenter) => client.setQueryData(presenterQuery().queryKey, presenter),
    onError: (failure) => {
      void client.invalidateQueries(presenterQuery());
      if (isSignedOut(failure)) return;
      notify.problem('The step was not played', problemOf(failure).detail);
    },
  });
  const steps = data?.steps ?? [];
  const played = steps.filter(({ state }) => state === 'played').length;
  const next = steps.find(({ state }) => state === 'next');
  const isWaiting = steps.some(({ state }) => state === 'waiting');
  const isOver = steps.length > 0 && played === steps.length;
  const isOverview = usePathname() === '/';
  const isBusy = playing.isPending || data?.isResetting === true;
  return (
    <CornerCard
      title="Presenter"
      aside={steps.length === 0 ? '' : `${String(played)} of ${String(steps.length)} played`}
      takesFocus
      isLeft={isOverview} // keeps the proof at the right in sight
      folds
      onClose={() => demoParts.show()}
    >
      {data === undefined && error && <ProblemView problem={problemOf(error)} />}
      <ol className="flex flex-col gap-3">
        {steps.map((step, at) => (
          <StoryStep
            key={step.key}
            step={step}
            number={at + 1}
            isLast={at === played - 1}
            isWaiting={isWaiting}
          />
        ))}
      </ol>
      {isOver && <p className="mt-3 text-text-muted">That was the story. Reset it to play it again.</p>}
      {data !== undefined && (
        <div className="mt-3 flex flex-wrap items-center gap-2 border-t border-line pt-3">
          {isAsking ? (
            <PresenterReset onEnd={() => setAsking(false)} />
          ) : (
            <>
              {!isOver && (
                <Button
                  variant="primary"
                  isPending={isBusy}
                  isDisabled={next === undefined}
                  keepsFocus
                  onPress={() => next && playing.mutate(next.key)}
                >
                  {!isBusy && <Play aria-hidden="true" className="size-4" />}
                  {data.isResetting
                    ? 'Resetting…'
                    : next
                      ? `Play step ${String(played + 1)}`
                      : 'Waiting for you'}
                </Button>
              )}
              <Button isDisabled={isBusy} keepsFocus onPress={() => setAsking(true)}>
                <RotateCcw aria-hidden="true" className="size-4" />
                Reset…
              </Button>
            </>
          )}
        </div>
      )}
    </CornerCard>
  );
}
