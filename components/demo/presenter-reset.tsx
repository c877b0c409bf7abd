'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Status } from '@/components/ui/feedback/status';
import { notify } from '@/components/ui/feedback/toast-store';
import { isSignedOut, problemOf } from '@/lib/client/api';
import { presenterQuery, resetDemo, resetPreviewQuery } from '@/lib/client/demo/presenter';
import type { ResetPreview } from '@/lib/contract/demo/presenter';
import { counted, plural } from '@/lib/domain/counted';

export function PresenterReset({ onEnd }: { onEnd: () => void }) {
  const client = useQueryClient();
  const { data: preview, error, isFetching } = useQuery(resetPreviewQuery());
  const resetting = useMutation({
    mutationFn: resetDemo,
    onSuccess: async () => {
      await client.invalidateQueries(presenterQuery());
      onEnd();
    },
    onError: (failure) => {
      void client.invalidateQueries(presenterQuery());
      onEnd();
      if (!isSignedOut(failure)) notify.problem('The demo was not reset', problemOf(failure).detail);
    },
  });
  const isNothing = preview !== undefined && preview.back + preview.same === 0;
  return (
    <div role="group" aria-label="Reset the demo" className="flex flex-col gap-2">
      {error ? (
        <ProblemView problem={problemOf(error)} />
      ) : (
        <Status as="p">
          {preview && !isFetching ? resetInWords(preview) : 'Checking what was changed…'}
        </Status>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isPending={resetting.isPending}
          isDisabled={preview === undefined || isFetching || isNothing}
          keepsFocus
          onPress={() => resetting.mutate()}
        >
          Reset
        </Button>
        <Button autoFocus isDisabled={resetting.isPending} onPress={onEnd}>
          Leave as it is
        </Button>
      </div>
    </div>
  );
}

function resetInWords({ back, same, toHistory }: ResetPreview): string {
  if (back + same === 0) return 'Nothing was changed since, so there is nothing to take back.';
  const when = toHistory ? 'when the demo’s history ended' : 'when the log began';
  const what =
    back === 0
      ? `${counted(same, 'changed assignment')} ${plural(same, 'is', 'are')} as ${when} again already; the story begins anew.`
      : `Takes back ${counted(back, 'assignment')}, changed here or outside: each gets the value that it had ${when}.`;
  return `${what} One change set, “Demo reset”, does it in your name. The log keeps all that was played.`;
}
