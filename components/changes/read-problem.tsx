'use client';

import { Banner } from '@/components/ui/banner';
import { ErrorPanel, type ShownProblem } from '@/components/ui/error-panel';
import { ApiError } from '@/lib/client/api';

interface ReadProblemProps {
  error: Error | null;
  /** Whether older data is on the screen. */
  hasData: boolean;
  onRetry: () => void;
}

/** A failed read: in place of the data, or above what was read before. */
export function ReadProblem({ error, hasData, onRetry }: ReadProblemProps) {
  if (error === null) return null;
  const problem = problemOf(error);
  if (!hasData) return <ErrorPanel problem={problem} onRetry={onRetry} />;
  return (
    <Banner tone="warning" title="Shown as it was before">
      It could not be read again: {problem.detail} The page goes on trying.
    </Banner>
  );
}

/** A failure in the words to show. */
export function problemOf(error: Error): ShownProblem {
  if (error instanceof ApiError) return error.problem;
  return { title: 'This page met a fault of its own', detail: 'Reload the page. Nothing was changed.' };
}
