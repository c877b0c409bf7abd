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
  shown: () => ShownValues;
  /** Whether the matrix is read completely; until then the check is not offered. */
  isComplete: boolean;
  /** More buttons beside the check. */
  children: ReactNode;
}

/** Buttons for a target, among them a check of the shown values against the service. */
export function DetailsCheck({ connection, target, shown, isComplete, children }: DetailsCheckProps) {
  // Values may change while the service answers: only those that stay are compared.
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
