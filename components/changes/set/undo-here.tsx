'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/components/ui/feedback/toast-store';
import { askedWhile, problemOf } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { endedSets } from '@/lib/client/changes/ended-sets';
import { useConnectionKey } from '@/lib/client/connection';
import { SetQuestion } from './set-question';
import { possibleActions, possibleQuestion, useSetActions, whyNoUndo } from './use-set-actions';

interface UndoHereProps {
  /** The set that is to be undone; null: none is. */
  id: string | null;
  onClose: () => void;
}

/** Asks whether to undo a set on the page that shows what it did, and leaves that page where it is. */
export function UndoHere({ id, onClose }: UndoHereProps) {
  // Its words stay while it closes.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  return shown === null ? null : <Asked key={shown} id={shown} isOpen={id !== null} onClose={onClose} />;
}

function Asked({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const connection = useConnectionKey();
  const query = useQuery({ ...changeSetQuery(id, true), ...askedWhile(isOpen), staleTime: 0 });
  const set = query.isFetchedAfterMount ? query.data : undefined; // what was read before is about another moment
  const { mutate, isPending } = useSetActions(id, onClose, (undo) => {
    endedSets.dismiss(connection, id);
    endedSets.expect(connection, undo);
  });
  const why = set !== undefined ? whyNoUndo(set) : query.error && problemOf(query.error).detail;
  const refuse = useEffectEvent((words: string) => {
    notify.problem('This change cannot be undone now', words);
    onClose();
  });
  const isRefused = isOpen && why !== null && !query.isFetching;
  useEffect(() => {
    if (isRefused) refuse(why);
  }, [isRefused, why]);
  return (
    set && (
      <SetQuestion
        set={set}
        kind={isOpen ? possibleQuestion('undo', possibleActions(set)) : null}
        isPending={isPending}
        onConfirm={mutate}
        onClose={onClose}
      />
    )
  );
}
