'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import { TextField } from '@/components/ui/text-field';
import { notify } from '@/components/ui/toast';
import { createChanges, notMadeInWords } from '@/lib/client/changes';
import { longestReason } from '@/lib/contract/changes';
import { recordInWords } from '@/lib/domain/access/access-words';
import { countProposal, recordsClosed, type ProposedCell } from '@/lib/domain/access/change-proposal';
import { changeOf, type CollectedChange } from '@/lib/domain/access/collected-changes';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import { proposalInWords, riskInWords } from '@/lib/domain/access/proposal-words';
import { combinationsInWords } from '@/lib/domain/changes/change-words';
import { isAskedAbout, isCount } from '@/lib/domain/changes/typed-count';
import { ReviewList } from './review-list';

/** Changes that are to be looked through before they are made. */
export interface Proposal {
  changes: readonly CollectedChange[];
  /** Combinations that were meant too: have the value already, do not exist, or are more than one set takes. */
  already: number;
  absent: number;
  isCut: boolean;
}

interface ReviewSheetProps {
  connection: string | undefined;
  matrix: AccessMatrix;
  names: MatrixNames;
  /** How many entities may use a record now. */
  grantedTo: (record: number) => number;
  /** Null: nothing is reviewed. */
  proposal: Proposal | null;
  onClose: () => void;
  /** A change set was made of these; it was asked for at that time (`performance.now`). */
  onApplied: (changes: readonly CollectedChange[], id: string, askedAt: number) => void;
}

/** Says in words and numbers what will happen, lets cells be unticked, takes a reason, and makes the change set. */
export function ReviewSheet({ proposal, onClose, ...parts }: ReviewSheetProps) {
  const wish = useRef<{ said: string; key: string } | null>(null);
  /** Asked for again after an answer that got lost, also from another review, the same set is meant. */
  const keyOf = useCallback((said: string | null) => {
    if (said === null) wish.current = null;
    else if (wish.current?.said !== said) wish.current = { said, key: crypto.randomUUID() };
    return wish.current?.key ?? '';
  }, []);
  const [{ shown, turn }, setShown] = useState({ shown: proposal, turn: 0 });
  if (proposal !== null && proposal !== shown) setShown({ shown: proposal, turn: turn + 1 });
  // Its content stays while it closes; another proposal begins with nothing typed and all ticked.
  return shown === null ? null : (
    <Review
      key={turn}
      {...parts}
      proposal={shown}
      keyOf={keyOf}
      isOpen={proposal !== null}
      onClose={onClose}
    />
  );
}

function Review({
  connection,
  matrix,
  names,
  grantedTo,
  proposal,
  isOpen,
  onClose,
  onApplied,
  keyOf,
}: ReviewSheetProps & { proposal: Proposal; isOpen: boolean; keyOf: (said: string | null) => string }) {
  const client = useQueryClient();
  const { changes } = proposal;
  const [unticked, setUnticked] = useState<ReadonlySet<CollectedChange>>(new Set());
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const ticked = useMemo(() => changes.filter((change) => !unticked.has(change)), [changes, unticked]);
  const { counts, closed } = useMemo(() => {
    const places = ticked.map((change) => placeOf(matrix, change));
    return {
      counts: countProposal(grantedTo, places, proposal),
      closed: recordsClosed(grantedTo, places),
    };
  }, [matrix, grantedTo, ticked, proposal]);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const askedAt = performance.now();
      const why = reason.trim();
      const body = { cells: ticked.map(changeOf), ...(why === '' ? {} : { reason: why }) };
      return {
        id: await createChanges(connection, body, keyOf(JSON.stringify([connection, body]))),
        askedAt,
      };
    },
    onSuccess: async ({ id, askedAt }) => {
      keyOf(null);
      onApplied(ticked, id, askedAt);
      onClose();
      await client.invalidateQueries({ queryKey: ['changes'] });
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
      title={`Review ${combinationsInWords(changes.length)}`}
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
        <div role="status" className="tabular flex flex-col gap-1">
          {proposalInWords(counts).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        {risk !== null && (
          <p className="flex items-center gap-2 font-medium text-warning">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {risk} <span className="font-normal">{riskyInWords(matrix, closed)}</span>
            </span>
          </p>
        )}
        {proposal.isCut && (
          <Banner tone="warning">
            One change set takes {changes.length.toLocaleString()} combinations at most: these are the first
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
                label={`Type ${String(ticked.length)} to go on`}
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

function placeOf(matrix: AccessMatrix, { cell, wanted }: CollectedChange): ProposedCell {
  return {
    record: matrix.recordIndex(cell.recordType, cell.recordId),
    entity: matrix.entityIndex(cell.entityId),
    wanted,
  };
}
