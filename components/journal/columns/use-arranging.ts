import { useCallback, useRef, useState } from 'react';
import type { ColumnArrangement } from './head-pointing';

/** Does something with the columns as soon as their model is there. */
export type Arrange = (does: (columns: ColumnArrangement) => void) => void;

/** Lets heads arrange columns before the code of their model has come: what is done meanwhile is done then, in order. */
export function useArranging(): {
  arrange: Arrange;
  /** The model is needed. */
  isAsked: boolean;
  onReady: (columns: ColumnArrangement) => void;
  /** Its code did not come: nothing waits for it any more. */
  onMissing: () => void;
} {
  const [isAsked, setAsked] = useState(false);
  const ready = useRef<ColumnArrangement | null>(null);
  const waiting = useRef<Parameters<Arrange>[0][]>([]);
  const arrange = useCallback<Arrange>((does) => {
    if (ready.current !== null) return does(ready.current);
    waiting.current.push(does);
    setAsked(true);
  }, []);
  const onReady = useCallback((columns: ColumnArrangement) => {
    ready.current = columns;
    for (const does of waiting.current.splice(0)) does(columns);
  }, []);
  const onMissing = useCallback(() => {
    waiting.current = [];
    setAsked(false);
  }, []);
  return { arrange, isAsked, onReady, onMissing };
}
