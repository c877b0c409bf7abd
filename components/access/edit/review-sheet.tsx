'use client';

import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Sheet } from '@/components/ui/overlays/modal';
import { TextField } from '@/components/ui/fields/text-field';
import { notify } from '@/components/ui/feedback/toast';
import { Status } from '@/components/ui/feedback/status';
import { notMadeInWords } from '@/lib/client/changes';
import { useCreateChanges } from '@/lib/client/use-create-changes';
import type { CreateChanges } from '@/lib/contract/changes';
import { longestReason } from '@/lib/contract/limits';
import { recordInWords } from '@/lib/domain/access/access-words';
import { countProposal, type ProposedCell } from '@/lib/domain/access/change-proposal';
import type { WantedChange } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { changeOf } from '@/lib/client/matrix/staged-changes';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import { proposalInWords, riskInWords } from '@/lib/domain/access/change-proposal';
import { isAskedAbout, isCount } from '@/lib/domain/changes/typed-count';
import { counted } from '@/lib/domain/counted';
import { ReviewList } from './review-list';

/** Changes that are to be looked through before they are made. */
export interface Proposal {
  changes: readonly WantedChange[];
  /** Assignments that were meant too: already match, are not set up, or are more than one set takes. */
  already: number;
  absent: number;
  isCut: boolean;
}

interface ReviewSheetProps {
  connection: string | undefined;
  matrix: AccessMatrix;
  names: MatrixNames;
  store: MatrixStore;
  /** Null: nothing is reviewed. */
  proposal: Proposal | null;
  onClose: () => void;
  /** A change set was made of so many. */
  onApplied: (count: number) => void;
}

/** Says in words and numbers what will happen, lets cells be unticked, takes a reason, and makes the change set. */
export function ReviewSheet({ proposal, onClose, connection, ...parts }: ReviewSheetProps) {
  const create = useCreateChanges(connection);
  const [{ shown, turn }, setShown] = useState({ shown: proposal, turn: 0 });
  if (proposal !== null && proposal !== shown) setShown({ shown: proposal, turn: turn + 1 });
  // Its content stays while it closes; another proposal begins with nothing typed and all ticked.
  return shown === null ? null : (
    <Review
      key={turn}
      {...parts}
      proposal={shown}
      create={create}
      isOpen={proposal !== null}
      onClose={onClose}
    />
  );
}

function Review({
  matrix,
  names,
  store,
  proposal,
  isOpen,
  onClose,
  onApplied,
  create,
}: Omit<ReviewSheetProps, 'connection'> & {
  proposal: Proposal;
  isOpen: boolean;
  create: (body: CreateChanges) => Promise<string>;
}) {
  const { changes } = proposal;
  const [unticked, setUnticked] = useState<ReadonlySet<WantedChange>>(new Set());
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const ticked = useMemo(() => changes.filter((change) => !unticked.has(change)), [changes, unticked]);
  const counts = useMemo(() => {
    const places = ticked.map((change) => placeOf(matrix, change));
    const grantedTo = (record: number) =>
      matrix.countsOfRecord(record).granted + store.cells.grantedMore(record);
    return countProposal(grantedTo, places, proposal);
  }, [matrix, store, ticked, proposal]);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const why = reason.trim();
      const body = { cells: ticked.map(changeOf), ...(why === '' ? {} : { reason: why }) };
      return store.apply(ticked, () => create(body));
    },
    onSuccess: () => {
      onApplied(ticked.length);
      onClose();
    },
    onError: (error) => {
      const words = notMadeInWords(error);
      if (words !== null) notify.problem(words.title, words.detail);
    },
  });
  const isTypedRight = !isAskedAbout(ticked.length) || isCount(typed, ticked.length);
  const risk = riskInWords(counts);
  // What is on its way is waited for: who looked elsewhere could ask for it twice.
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={`Review ${counted(changes.length, 'assignment')}`}
      footer={
        <>
          <Button onPress={close}>Back</Button>
          {changes.length > 0 && (
            <Button
              variant="primary"
              isDisabled={ticked.length === 0 || !isTypedRight}
              isPending={isPending}
              onPress={() => mutate()}
            >
              Change {ticked.length.toLocaleString()}
            </Button>
          )}
        </>
      }
    >
      <div className="flex min-h-full flex-col gap-3">
        <Status className="tabular flex flex-col gap-1">
          {proposalInWords(counts).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Status>
        {risk !== null && (
          <p className="flex items-center gap-2 font-medium text-warning">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {risk} <span className="font-normal">{riskyInWords(matrix, counts.closed)}</span>
            </span>
          </p>
        )}
        {proposal.isCut && (
          <Banner tone="warning">
            One change set takes {changes.length.toLocaleString()} assignments at most: these are the first
            ones. Review the rest afterwards.
          </Banner>
        )}
        {changes.length > 0 && (
          <>
            <ReviewList {...{ matrix, names, changes }} unticked={unticked} onUntick={setUnticked} />
            <TextField
              label="Reason (optional)"
              value={reason}
              onChange={setReason}
              maxLength={longestReason}
              placeholder="Why this is changed, for whoever reads the log"
            />
            {isAskedAbout(ticked.length) && (
              <TextField
                label={`Type ${String(ticked.length)} to continue`}
                value={typed}
                onChange={setTyped}
                inputMode="numeric"
                autoComplete="off"
              />
            )}
            <p className="text-sm text-text-muted">
              Each is compared with its value in the service once more before it is changed. You can pause,
              cancel and undo.
            </p>
          </>
        )}
      </div>
    </Sheet>
  );
}

/** Most risky records that are named. */
const mostNamed = 5;

/** "Customer 40000, Customer 50000 and 3 more" */
function riskyInWords(matrix: AccessMatrix, records: readonly number[]): string {
  const named = records.slice(0, mostNamed).map((record) => recordInWords(matrix.cell(record, -1)));
  const more = records.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString()} more` : ''}`;
}

function placeOf(matrix: AccessMatrix, { cell, wanted }: WantedChange): ProposedCell {
  return {
    record: matrix.recordIndex(cell.recordType, cell.recordId),
    entity: matrix.entityIndex(cell.entityId),
    wanted,
  };
}
