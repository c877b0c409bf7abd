'use client';

import { buttonClasses } from '@/components/ui/button-classes';
import { ProblemView } from '@/components/ui/feedback/problem-view';

/** Shows the digest that the server's log has for the same failure. */
export function FailedPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const mark = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 py-12">
      <ProblemView
        problem={{
          title: 'This page failed while it was drawn',
          detail:
            'Nothing was changed in the service by this. Try again; if it fails again, go to the start page and tell the operator of the console.',
          requestId: mark,
        }}
        onRetry={onRetry}
      />
      <a href="/" className={`${buttonClasses('ghost')} self-start`}>
        Go to the start
      </a>
    </div>
  );
}
