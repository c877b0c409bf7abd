'use client';

import { Scale, ArrowLeftRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { SidePanel } from '@/components/ui/overlays/side-panel';
import { Status } from '@/components/ui/feedback/status';
import { useWide } from '@/components/ui/window-width';
import { useAddress } from '@/lib/client/address/use-address';
import { detailsParameters } from '@/lib/client/address/use-details-target';
import { stillReadWords } from '@/lib/domain/access/access-words';
import type { ReadCell, Proposal } from '@/lib/domain/access/change/change-proposal';
import { compareLines, type Compared, type ComparedKind } from '@/lib/domain/access/change/comparison';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { CompareCopy } from './compare-copy';
import { lineOf, type ComparedLines, type Line } from './compare-lines';
import { CompareResult } from './compare-result';
import { differingInWords, hindranceInWords } from './compare-words';
import { IconButton } from '@/components/ui/icon-button';
import { entityOrder } from '@/lib/domain/access/filter/matrix-filter';
import { LinePicker } from './line-picker';

interface CompareSheetProps {
  matrix: AccessMatrix;
  names: MatrixNames;
  shown: VisibleMatrix;
  /** Null: the sheet is closed. */
  compared: Compared | null;
  onCompare: (compared: Compared) => void;
  onClose: () => void;
  mayChange: boolean;
  isComplete: boolean;
  onReview: (proposal: Proposal) => void;
  /** Must be a new function whenever a value changes: only then is the result counted again. */
  seen: ReadCell;
}

const kinds: { value: ComparedKind; label: string }[] = [
  { value: 'entities', label: 'Entities' },
  { value: 'records', label: 'Records' },
];

/** Compares two entities or two records beside the matrix, and copies access from one to the other. */
export function CompareSheet({ compared, ...parts }: CompareSheetProps) {
  const { onClose, onReview } = parts;
  const isDocked = useWide();
  useOneBesideMatrix(isDocked && compared !== null, onClose);
  const place = useSyncExternalStore(
    subscribeNever,
    () => document.getElementById(besideMatrix),
    () => null,
  );
  if (place === null) return null;
  const panel = (
    <SidePanel
      isOpen={compared !== null}
      onClose={onClose}
      title={compared?.isCopy ? 'Copy access' : 'Compare'}
      takesFocus
    >
      {compared !== null && (
        <Compare
          {...parts}
          compared={compared}
          onReview={(proposal) => {
            if (!isDocked) onClose(); // the review takes this panel's place and reopens it
            onReview(proposal);
          }}
        />
      )}
    </SidePanel>
  );
  return createPortal(panel, place);
}

/** Of an element in `app/(console)/access/page.tsx`. */
const besideMatrix = 'beside-matrix';

/** The element never changes, but React reads it again after the first commit, when it may exist. */
const subscribeNever = () => () => undefined;

/** Only one panel fits beside the matrix: the newer one closes the other. */
export function useOneBesideMatrix(isCompared: boolean, onClose: () => void): void {
  const [{ history }, set] = useAddress(detailsParameters, 'replace');
  const before = useRef(history);
  /** The page may still show the comparison for some time after it was closed. */
  const isClosing = useRef(false);
  useEffect(() => {
    const isNewer = before.current !== history;
    before.current = history;
    if (!isCompared || history === null) isClosing.current = false;
    else if (isNewer) {
      isClosing.current = true;
      onClose();
    } else if (!isClosing.current) set({ history: null });
  });
}

function Compare(props: CompareSheetProps & { compared: Compared }) {
  const { matrix, names, compared, onCompare, mayChange, isComplete, onReview, seen } = props;
  const { records, entities } = props.shown;
  const { kind, isCopy = false } = compared;
  const across = kind === 'entities' ? records : entities;
  const first = useMemo(
    () => lineOf(matrix, names, kind, compared.first),
    [matrix, names, kind, compared.first],
  );
  const second = useMemo(
    () => lineOf(matrix, names, kind, compared.second),
    [matrix, names, kind, compared.second],
  );
  const hindrance = hindranceInWords(compared, first, second, across.length);
  const isHindered = hindrance !== null;
  const lines = useMemo<ComparedLines | null>(
    () => (isHindered || !first || !second ? null : { kind, first, second, across }),
    [isHindered, kind, first, second, across],
  );
  const found = useMemo(
    () => lines && compareLines(seen, { ...lines, first: lines.first.index, second: lines.second.index }),
    [seen, lines],
  );
  const copy = lines && mayChange && <CompareCopy {...{ matrix, seen, lines, isCopy, onReview }} />;
  return (
    <div className="@container flex min-h-full flex-col gap-3">
      <SegmentedControl
        label={isCopy ? 'What to copy' : 'What to compare'}
        value={kind}
        onChange={(next) => onCompare({ ...compared, kind: next, first: null, second: null })}
        options={kinds}
        className="self-start"
      />
      <ComparePickers {...{ matrix, names, records, compared, first, second, onCompare }} />
      <Status>
        {!isComplete && <p className="text-sm text-text-muted">{stillReadWords}</p>}
        {hindrance !== null && (
          <EmptyState icon={<Scale />} title={hindrance.title}>
            {hindrance.words}
          </EmptyState>
        )}
        {found && <p className="tabular text-sm">{differingInWords(kind, across.length, found)}</p>}
      </Status>
      {isCopy && copy}
      {lines && found && <CompareResult {...{ matrix, names, lines, found }} />}
      {!isCopy && copy}
    </div>
  );
}

interface ComparePickersProps extends Pick<CompareSheetProps, 'matrix' | 'names' | 'onCompare'> {
  records: Uint32Array;
  compared: Compared;
  first: Line | null;
  second: Line | null;
}

export function ComparePickers(props: ComparePickersProps) {
  const { matrix, names, records, compared, first, second, onCompare } = props;
  const offered = useMemo(
    () => (compared.kind === 'entities' ? entityOrder(matrix, names) : records),
    [compared.kind, matrix, names, records],
  );
  const isOneMissing = (first === null) !== (second === null);
  const picker = (label: string, end: 'first' | 'second', line: Line | null) => (
    <LinePicker
      key={`${compared.kind} ${end}`}
      kind={compared.kind}
      {...{ label, matrix, names, offered, line }}
      other={end === 'first' ? second : first}
      isMissing={isOneMissing && line === null}
      onChoose={(text) => onCompare({ ...compared, [end]: text })}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 @md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      {picker(compared.isCopy ? 'From' : 'First', 'first', first)}
      <IconButton
        label="Swap"
        icon={<ArrowLeftRight aria-hidden="true" className="rotate-90 @md:rotate-0" />}
        variant="secondary"
        isDisabled={first === null && second === null}
        keepsFocus
        onPress={() => onCompare({ ...compared, first: compared.second, second: compared.first })}
        className="row-span-2 self-center @md:row-span-1 @md:self-end"
      />
      {picker(compared.isCopy ? 'To' : 'Second', 'second', second)}
    </div>
  );
}
