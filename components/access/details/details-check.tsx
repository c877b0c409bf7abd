'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
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
}

/** Asks the service itself, and says whether it has what the screen shows in that moment. */
export function DetailsCheck({ connection, target, shown }: DetailsCheckProps) {
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
    <div className="flex flex-col items-start gap-2">
      <Button size="sm" isPending={isPending} onPress={() => mutate()}>
        {isPending ? 'Checking' : 'Check in Business Central'}
      </Button>
      <Status as="p" className="wrap-anywhere">
        {error === null ? answer : `It could not be checked. ${problemOf(error).detail}`}
      </Status>
    </div>
  );
}
