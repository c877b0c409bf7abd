import type { ShownProblem } from '@/components/ui/error-panel';
import { ApiError } from '@/lib/client/api';

/** What an error panel says about a failed read. */
export function problemShown(error: Error): ShownProblem {
  if (error instanceof ApiError) return error.problem;
  return { title: 'This page met a fault of its own', detail: 'Reload the page. Nothing was changed.' };
}
