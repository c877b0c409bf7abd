'use client';

import { Instant } from '@/components/ui/instant';
import type { ChangeStep } from '@/lib/contract/changes/changes';
import { stepOfSetInWords } from '@/lib/domain/changes/step-words';
import { stateWords } from '@/components/changes/outcome/outcome-words';

/** Who paused, resumed or cancelled a set, and its interruptions; nothing where it simply ran to its end. */
export function SetSteps({ steps }: { steps: readonly ChangeStep[] }) {
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
