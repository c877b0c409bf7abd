'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/components/ui/feedback/toast-store';
import { askedWhile, isSignedOut, problemOf } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { changeSetRegister } from '@/lib/client/changes/change-set-register';
import { useConnectionKey } from '@/lib/client/connection';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { SetQuestion } from './set-question';
import { possibleActions, questionToUndo, useSetActions, whyNotNow, whyNoUndo } from './use-set-actions';

export function MatrixSetQuestion() {
  const store = useMatrixStore();
  const asked = useStored(store, ({ own }) => own.question);
  useEffect(() => () => store.own.answered(), [store]);
  return <MatrixQuestion asked={asked} onClose={() => store.own.answered()} />;
}

interface MatrixQuestionProps {
  asked: MatrixStore['own']['question'];
  onClose: () => void;
}

/** Asks whether to undo or cancel a set, without leaving the page. */
export function MatrixQuestion({ asked, onClose }: MatrixQuestionProps) {
  // The words stay while the dialog closes. Each question reads the set anew.
  const [{ shown, turn, wasOpen }, setShown] = useState({ shown: asked, turn: 0, wasOpen: asked !== null });
  const isOpen = asked !== null;
  if (isOpen !== wasOpen)
    setShown({ shown: asked ?? shown, turn: isOpen ? turn + 1 : turn, wasOpen: isOpen });
  return shown === null ? null : <Question key={turn} {...shown} isOpen={isOpen} onClose={onClose} />;
}

const olderWords =
  'A newer change of yours was not made, was undone, or is not confirmed yet. This one was made before it:';

interface QuestionProps extends NonNullable<MatrixQuestionProps['asked']> {
  isOpen: boolean;
  onClose: () => void;
}

function Question({ changeSetId: id, kind: wanted, isOlder, isOpen, onClose }: QuestionProps) {
  const connection = useConnectionKey();
  const { own } = useMatrixStore();
  const query = useQuery({ ...changeSetQuery(id, true), enabled: askedWhile(isOpen), staleTime: 0 });
  const { mutate, isPending } = useSetActions(id, onClose, (made) =>
    changeSetRegister.expect(connection, made),
  );
  const { error } = query;
  const set = query.isFetchedAfterMount && error === null ? query.data : undefined; // older answers may be outdated
  const [kind, setKind] = useState<ReturnType<typeof questionToUndo>>(null); // the first question stays
  const isCancel = wanted === 'cancel';
  const possible =
    set && (isCancel ? (possibleActions(set).has('cancel') ? 'cancel' : null) : questionToUndo(set));
  if (kind === null && possible) setKind(possible);
  const whyNot = (of: ChangeSet) => (isCancel ? whyNotNow('cancel', of) : whyNoUndo(of));
  const why = error ? problemOf(error).detail : set && kind === null ? whyNot(set) : null;
  const close = () => {
    // The set before it becomes the last one.
    if (set !== undefined && hasEnded(set) && set.undone >= set.counts.applied) own.drop(id);
    onClose();
  };
  const refuse = useEffectEvent((words: string) => {
    if (!isSignedOut(error))
      notify.problem(isCancel ? 'Nothing was cancelled' : 'This change cannot be undone now', words);
    close();
  });
  const isRefused = isOpen && why !== null && !query.isFetching;
  useEffect(() => {
    if (isRefused) refuse(why);
  }, [isRefused, why]);
  return (
    set && (
      <SetQuestion
        set={set}
        kind={isOpen ? kind : null}
        remark={isOlder ? olderWords : undefined}
        isPending={isPending}
        onConfirm={mutate}
        onClose={close}
      />
    )
  );
}
