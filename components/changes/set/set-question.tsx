'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ReasonField, useReasonRule } from '@/components/review/reason-field';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { Confirm, Dialog } from '@/components/ui/overlays/modal';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { useOpenState } from '@/components/ui/overlays/use-open-state';
import { Status } from '@/components/ui/feedback/status';
import { notify } from '@/components/ui/feedback/toast-store';
import { askedWhile, problemOf } from '@/lib/client/api';
import { undoPreviewQuery } from '@/lib/client/changes/change-details';
import { useKeyNames } from '@/lib/client/use-names';
import type { ChangeSet, UndoPreview } from '@/lib/contract/changes/changes';
import { outcomeWords } from '@/components/changes/outcome/outcome-words';
import { setTitle, undoReason } from '@/lib/domain/changes/change-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { counted, plural } from '@/lib/domain/counted';
import { possibleActions, whyNotNow, type RetriedOutcome, type SetRequest } from './use-set-actions';
import { instantInWords } from '@/components/ui/instant';
import { useNow } from '@/components/ui/use-now';
import { inDigits } from '@/lib/domain/reader-formats';

interface SetQuestionProps {
  set: ChangeSet;
  kind: 'cancel' | 'retry' | 'undo' | null;
  /** Why this set is asked about, where that is not plain. */
  remark?: string | undefined;
  isPending: boolean;
  onConfirm: (request: SetRequest) => void;
  onClose: () => void;
}

/**
 * Asks before a set is cancelled, tried again or undone. Where that is no longer possible, because the set ended or
 * another person acted first, the dialog closes and says so; no other question takes its place.
 */
export function SetQuestion({ set, kind, remark, isPending, onConfirm, onClose }: SetQuestionProps) {
  const names = useKeyNames();
  const parts = { set, remark, isPending, onConfirm, onClose };
  const isGone = kind !== null && !isPending && !possibleActions(set).has(kind);
  const leave = useEffectEvent(() => {
    if (kind === null) return;
    const isUndoing = set.undoState !== null && !hasEnded({ state: set.undoState });
    const isUndone = set.undone > 0 && set.undone >= set.counts.applied;
    if (kind === 'undo' && (isUndoing || isUndone))
      notify.success(isUndoing ? 'Already being undone elsewhere' : 'Already undone elsewhere', {
        description: `${setTitle(set, names)}.`,
      });
    else
      notify.success(setTitle(set, names), {
        description:
          kind === 'cancel' && hasEnded(set) ? 'It ended before it was cancelled.' : whyNotNow(kind, set),
      });
    onClose();
  });
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  const wasAsked = useRef(false);
  useEffect(() => {
    // A closing dialog returns the focus to its button, which may be gone.
    const isLost = kind === null && wasAsked.current && document.activeElement === document.body;
    if (isLost) document.getElementById('content')?.focus();
    wasAsked.current = kind !== null;
  }, [kind]);
  // All dialogs stay mounted, so that a closing one can return the focus.
  return (
    <>
      <CancelQuestion {...parts} isOpen={kind === 'cancel'} />
      <RetryQuestion {...parts} isOpen={kind === 'retry'} />
      <UndoQuestion key={set.id} {...parts} isOpen={kind === 'undo'} />
    </>
  );
}

type QuestionProps = Omit<SetQuestionProps, 'kind'> & { isOpen: boolean };

/** Which set is asked about: what it does, who requested it, and when. */
function WhichSet({ set, remark }: Pick<SetQuestionProps, 'set' | 'remark'>) {
  const names = useKeyNames();
  const now = useNow(60_000);
  return (
    <>
      {remark !== undefined && <p>{remark}</p>}
      <p>
        <span className="font-medium">{`${setTitle(set, names)}.`}</span>{' '}
        {`Requested by ${set.person.name} at ${instantInWords(new Date(set.createdAt), 'short', now)}.`}
      </p>
    </>
  );
}

function CancelQuestion({ set, remark, isOpen, isPending, onConfirm, onClose }: QuestionProps) {
  const { pending, applied } = set.counts;
  return (
    <Confirm
      {...{ isOpen, isPending, onClose }}
      title="Cancel this change set?"
      yes="Cancel the set"
      isDanger
      onConfirm={() => onConfirm({ kind: 'cancel' })}
    >
      <WhichSet {...{ set, remark }} />
      <p className="mt-2">
        {counted(pending, 'assignment')} {plural(pending, 'waits', 'wait')} and will not be sent. Assignments
        under way are finished and confirmed.
        {applied > 0 &&
          ` ${counted(applied, 'assignment')} ${plural(applied, 'was', 'were')} changed already and ${plural(applied, 'stays', 'stay')} changed; Undo can take ${plural(applied, 'it', 'them')} back later.`}
      </p>
    </Confirm>
  );
}

const retried: readonly { outcome: RetriedOutcome; explains: string }[] = [
  { outcome: 'rejected', explains: 'the service refused or failed' },
  {
    outcome: 'conflict',
    explains: 'replaces the value found; assignments that do not exist are skipped',
  },
  { outcome: 'cancelled', explains: 'cancelled before it was done' },
];

function RetryQuestion({ set: { counts }, isOpen, isPending, onConfirm, onClose }: QuestionProps) {
  const there = retried.filter(({ outcome }) => counts[outcome] > 0);
  const [ticked, setTicked] = useOpenState<readonly RetriedOutcome[] | null>(isOpen, null);
  const [reason, setReason] = useOpenState(isOpen, '');
  const { isRequired, isMissing } = useReasonRule(reason);
  const chosen = ticked ?? there.flatMap(({ outcome }) => (outcome === 'conflict' ? [] : [outcome])); // a retry replaces the value found
  const count = chosen.reduce((sum, outcome) => sum + counts[outcome], 0);
  return (
    <Dialog
      isOpen={isOpen}
      title="Try again?"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Leave as it is</Button>
          <Button
            data-autofocus=""
            variant="primary"
            isDisabled={count === 0 || isMissing}
            isPending={isPending}
            onPress={() => onConfirm({ kind: 'retry', outcomes: chosen, reason: reason.trim() })}
          >
            {count === 0 ? 'Try again' : `Try ${inDigits(count)} again`}
          </Button>
        </>
      }
    >
      <p>Each is compared with the service again, then sent in your name.</p>
      <div role="group" aria-label="Which ones" className="mt-2 flex flex-col">
        {there.map(({ outcome, explains }) => (
          <Checkbox
            key={outcome}
            isSelected={chosen.includes(outcome)}
            onChange={(isSelected) =>
              setTicked(isSelected ? [...chosen, outcome] : chosen.filter((one) => one !== outcome))
            }
          >
            <span className="tabular">{inDigits(counts[outcome])}</span>{' '}
            {outcomeWords[outcome].label.toLowerCase()}
            <span className="text-text-muted"> ({explains})</span>
          </Checkbox>
        ))}
      </div>
      {isRequired && (
        <div className="mt-3">
          <ReasonField value={reason} onChange={setReason} isRequired />
        </div>
      )}
    </Dialog>
  );
}

function UndoQuestion({ set, remark, isOpen, isPending, onConfirm, onClose }: QuestionProps) {
  const [reason, setReason] = useState(''); // kept for a retry after a lost answer
  const { isRequired, isMissing } = useReasonRule(reason);
  const { data, error, isFetching } = useQuery({ ...undoPreviewQuery(set.id), enabled: askedWhile(isOpen) });
  const now = useNow(60_000);
  const known = isFetching ? undefined : data;
  const count = known === undefined ? 0 : known.give + known.remove;
  return (
    <Confirm
      {...{ isOpen, isPending, onClose }}
      title="Undo this change?"
      yes={count === 0 ? 'Undo' : `Undo ${inDigits(count)}`}
      isDisabled={count === 0 || isMissing}
      onConfirm={() => onConfirm({ kind: 'undo', reason: reason.trim() })}
    >
      <Status className="flex flex-col gap-2">
        {error !== null ? (
          <p>{problemOf(error).detail}</p>
        ) : known === undefined ? (
          <>
            <span className="sr-only">Counting what can be undone</span>
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-2/3" />
          </>
        ) : (
          <>
            <WhichSet {...{ set, remark }} />
            {undoInWords(known, now, {
              waiting: possibleActions(set).has('resume') ? set.counts.pending : 0,
              undone: set.undone,
            }).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </>
        )}
      </Status>
      {count > 0 && (
        <div className="mt-3">
          <ReasonField
            value={reason}
            onChange={setReason}
            isRequired={isRequired}
            description={isRequired ? undefined : `If left empty, the log says “${undoReason(set.reason)}”.`}
          />
        </div>
      )}
    </Confirm>
  );
}

function undoneInWords(give: number, remove: number): string {
  if (give + remove === 1) return give === 1 ? 'given back' : 'removed again';
  if (give === 0) return `removed again from ${counted(remove, 'assignment')}`;
  return `given back for ${counted(give, 'assignment')}${remove > 0 ? ` and removed again from ${inDigits(remove)}` : ''}`;
}

/**
 * What an undo will do, in sentences.
 * @param set how many assignments of the set itself a resume would send, and how many are undone already.
 */
export function undoInWords(
  { give, remove, left, asOf }: UndoPreview,
  now: number,
  { waiting = 0, undone = 0 } = {},
): string[] {
  const before = Math.min(left, undone);
  const others = left - before;
  const rest = [
    before > 0 && `${counted(before, 'assignment')} ${plural(before, 'is', 'are')} undone already.`,
    others > 0 &&
      `${counted(others, 'assignment')} changed since, or ${plural(others, 'its value', 'their values')} before ${plural(others, 'is', 'are')} not known: left as ${plural(others, 'it is', 'they are')}.`,
    waiting > 0 &&
      `${counted(waiting, 'assignment')} of this change set ${plural(waiting, 'is', 'are')} still waiting, and will be sent if a person resumes it. To prevent that, cancel the set too.`,
  ].filter((sentence) => sentence !== false);
  if (give + remove === 0) return ['Nothing is left to undo.', ...rest];
  const read =
    asOf === null
      ? 'what the console recorded; it has not read the service yet'
      : `data read at ${instantInWords(new Date(asOf), 'short', now)}, plus changes since`;
  return [
    `Access will be ${undoneInWords(give, remove)}.`,
    ...rest,
    `Based on ${read}. What differs in the service by then stays as it is.`,
  ];
}
