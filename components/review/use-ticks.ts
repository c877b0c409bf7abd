import { useCallback, useMemo, useState } from 'react';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { WantedChange } from '@/lib/domain/access/change/change-proposal';

/** The ticks of changes: all are ticked until a person unticks some. A longer list keeps what is unticked. */
export function useTicks(changes: readonly WantedChange[]) {
  const [unticked, setUnticked] = useState<ReadonlySet<WantedChange>>(new Set());
  const [ticks, setTicks] = useState(changes); // the changes that `unticked` is about
  if (ticks !== changes) {
    setTicks(changes);
    setUnticked(sameCells(unticked, changes));
  }
  const isOn = useCallback((change: WantedChange) => !unticked.has(change), [unticked]);
  const onTick = useCallback(
    (some: readonly WantedChange[], isTicked: boolean) =>
      setUnticked((before) => {
        const next = new Set(before);
        for (const change of some)
          if (isTicked) next.delete(change);
          else next.add(change);
        return next;
      }),
    [],
  );
  const ticked = useMemo(() => changes.filter((change) => !unticked.has(change)), [changes, unticked]);
  const given = ticked.filter(({ wanted }) => wanted).length;
  return { isOn, onTick, ticked, given };
}

function sameCells(some: ReadonlySet<WantedChange>, all: readonly WantedChange[]): Set<WantedChange> {
  const keys = new Set([...some].map(({ cell }) => cellKey(cell)));
  return new Set(keys.size === 0 ? [] : all.filter(({ cell }) => keys.has(cellKey(cell))));
}
