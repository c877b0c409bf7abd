'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { problemOf } from '@/lib/client/api';
import { readTarget } from '@/lib/client/matrix/matrix-requests';
import { clockTime } from '@/lib/domain/reader-formats';
import { kindOfTarget, targetText, type DetailsTarget } from '@/lib/domain/access/details-target';
import { comparedInWords, type ShownValues } from './check-words';

interface DetailsCheckProps {
  connection: string;
  target: DetailsTarget;
  /** What the screen shows of the target now. */
  shown: () => ShownValues;
  /** Whether all is read that the answer is compared with; until then the service is not asked. */
  isComplete: boolean;
  /** What else may be done with the target. */
  children: ReactNode;
}

/** What may be done with a target, and a way to ask the service itself whether it has what the screen shows in that moment. */
export function DetailsCheck({ connection, target, shown, isComplete, children }: DetailsCheckProps) {
  // What is shown may change while the service is asked: only what stays is compared.
  const now = useRef(shown);
  useEffect(() => {
    now.current = shown;
  });
  const {
    mutate,
    data: answer,
    error,
    isPending,
  } = useMutation({
    mutationFn: async () => {
      const before = now.current();
      const rows = await readTarget(connection, target);
      const says = new Map(rows.map(({ accessible, ...cell }) => [targetText(cell), accessible]));
      return `${comparedInWords(says, before, now.current(), kindOfTarget(target) === 'entity')} Checked at ${clockTime(new Date().toISOString())}.`;
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <div ref={rescueFocus} className="grid grid-cols-2 gap-2">
        {children}
        {isComplete && (
          <Button size="sm" isPending={isPending} onPress={() => mutate()}>
            {isPending ? 'Checking' : 'Check in Business Central'}
          </Button>
        )}
      </div>
      <Status as="p" className="wrap-anywhere">
        {error === null ? answer : `It could not be checked. ${problemOf(error).detail}`}
      </Status>
    </div>
  );
}
