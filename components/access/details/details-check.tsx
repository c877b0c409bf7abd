'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { problemOf } from '@/lib/client/api';
import { readTarget } from '@/lib/client/matrix/matrix-requests';
import { recordInWords, valueInWords } from '@/lib/domain/access/access-words';
import { clockTime } from '@/lib/domain/access/clock-time';
import {
  kindOfTarget,
  targetOfText,
  targetText,
  type DetailsTarget,
} from '@/lib/domain/access/details-target';
import { counted, plural } from '@/lib/domain/counted';

interface DetailsCheckProps {
  connection: string;
  target: DetailsTarget;
  /**
   * What the screen shows of the target now, by each cell's `targetText`: null where a change is under way; assignments
   * that there are not are left out.
   */
  shown: () => ReadonlyMap<string, boolean | null>;
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

const mostNamed = 10;

/** "The service says the same of all 24 assignments.", or what it says otherwise. */
function comparedInWords(
  says: ReadonlyMap<string, boolean>,
  before: ReadonlyMap<string, boolean | null>,
  after: ReadonlyMap<string, boolean | null>,
  isOfEntity: boolean,
): string {
  const cells = [...new Set([...before.keys(), ...after.keys(), ...says.keys()])];
  const settled = cells.filter((cell) => after.get(cell) !== null && after.get(cell) === before.get(cell));
  const left = cells.length - settled.length;
  const others = settled.filter((cell) => says.get(cell) !== after.get(cell));
  const rest =
    left === 0
      ? ''
      : ` ${left.toLocaleString()} that changed meanwhile ${plural(left, 'is', 'are')} left out.`;
  if (others.length === 0) {
    const [only] = says.values();
    if (only === undefined) return 'It is not set up in the service.';
    if (settled.length === 0) return 'It is being changed at this moment: check again.';
    return settled.length === 1
      ? `The service says the same: ${valueInWords(says.get(settled[0] ?? '') ?? only)}.${rest}`
      : `The service says the same of all ${counted(settled.length, 'assignment')}.${rest}`;
  }
  const named = others.slice(0, mostNamed).map((text) => {
    const value = says.get(text);
    const cell = targetOfText(text);
    const name = cell === null ? text : isOfEntity ? recordInWords(cell) : `entity ${cell.entityId}`;
    return `${name} (${value === undefined ? 'not set up' : valueInWords(value)})`;
  });
  const more = others.length > mostNamed ? ` and ${(others.length - mostNamed).toLocaleString()} more` : '';
  return `The service says otherwise of ${named.join(', ')}${more}.${rest} Refresh to read everything again.`;
}
