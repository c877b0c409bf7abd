import { useQuery } from '@tanstack/react-query';
import { askedWhile } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { useEvents } from '@/lib/client/events/use-events';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import type { MatrixStore } from './matrix-store';
import { useStored } from './use-matrix-store';

/** The state of the change set that this tab applied last; empty where its newest change is a switch. */
interface LastChangeSet {
  /** Undefined until it is read. */
  set: ChangeSet | undefined;
  /** The set itself until it has ended, then its undo until that has; undefined: nothing runs. */
  running: ChangeSet | undefined;
  isError: boolean;
}

/** The same, kept up to date by events and polls. */
export function useLastChangeSet(store: MatrixStore): LastChangeSet {
  const isLive = useEvents(useConnectionKey());
  const last = useStored(store, ({ own }) => own.last);
  const id = last?.kind === 'set' ? last.changeSetId : '';
  const { data: set, isError } = useQuery({ ...changeSetQuery(id, isLive), enabled: askedWhile(id !== '') });
  const isBeingUndone = set?.undoState != null && !hasEnded({ state: set.undoState });
  const undoId = isBeingUndone ? (set.undoneBy ?? '') : '';
  const { data: undo } = useQuery({ ...changeSetQuery(undoId, isLive), enabled: askedWhile(undoId !== '') });
  return { set, running: [set, undo].find((one) => one !== undefined && !hasEnded(one)), isError };
}
