'use client';

import { Inbox, SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { rescueFocus } from '@/components/ui/rescue-focus';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import type { AccessAddress } from './access-address';
import type { useVisibleMatrix } from '@/components/access/matrix/use-visible-matrix';
import type { RowChoice } from '@/lib/contract/access/file-kinds';
import { inDigits } from '@/lib/domain/reader-formats';
import { unclearInWords } from '@/lib/domain/filter-syntax';

type AccessFilter = Pick<AccessAddress, 'type' | 'q' | 'entity' | 'rows'>;

interface NothingShownProps {
  address: AccessFilter;
  found: NonNullable<ReturnType<typeof useVisibleMatrix>>;
  /** Whether the matrix itself is empty. */
  isEmpty: boolean;
  /** Whether the matrix is complete. */
  isWhole: boolean;
  /** Whether records may be missing because the service lists much less than before. */
  isInDoubt: boolean;
  onClear: () => void;
}

/** Says over the matrix why it shows nothing. */
export function NothingShown({ isEmpty, ...found }: NothingShownProps) {
  return (
    <div className="absolute inset-x-4 top-16">
      {isEmpty ? <NoAssignments isInDoubt={found.isInDoubt} /> : <NothingFound {...found} />}
    </div>
  );
}

function NoAssignments({ isInDoubt }: { isInDoubt: boolean }) {
  return (
    <EmptyState
      icon={<Inbox />}
      title={isInDoubt ? 'The service lists no assignments now' : 'The service has no assignments'}
    >
      It answered to the end, with no master record and no entity in it.{' '}
      {isInDoubt ? inDoubt : 'Refresh when records exist.'}
    </EmptyState>
  );
}

function NothingFound({ address, found, isWhole, isInDoubt, onClear }: Omit<NothingShownProps, 'isEmpty'>) {
  const { shown, names, outsideNote } = found;
  const isWithoutRecords = shown.records.length === 0;
  const isWithoutEntities = shown.entities.length === 0;
  const told = nothingFoundWords(address, isWithoutRecords, isWithoutEntities, names, outsideNote, isInDoubt);
  if (told === null) return null;
  return (
    <EmptyState
      icon={<SearchX />}
      title={told.title}
      action={
        <Button ref={rescueFocus} onPress={onClear}>
          Clear filters
        </Button>
      }
    >
      {told.words}
      {!isWhole && ' The list is not complete yet.'}
      {isInDoubt && ` ${inDoubt}`}
    </EmptyState>
  );
}

const inDoubt = 'What the service lists is in doubt: records may be missing.';

/** Words where the filters leave no record or no entity; null where they leave both. */
export function nothingFoundWords(
  { type, q, entity, rows }: AccessFilter,
  isWithoutRecords: boolean,
  isWithoutEntities: boolean,
  { hasRecords, hasEntities }: Pick<MatrixNames, 'hasRecords' | 'hasEntities'>,
  outsideNote: string | null,
  isInDoubt: boolean,
): { title: string; words: string } | null {
  const noEntity =
    entity.trim() === ''
      ? 'No shown record is open to any entity.'
      : unmatchedInWords(entity, `No entity${hasEntities ? ', its name or its group' : ''}`);
  if (!isWithoutRecords) return isWithoutEntities ? { title: 'No entity matches', words: noEntity } : null;
  const ofTypes = type.length === 0 ? '' : ` of type ${type.map((one) => `“${one}”`).join(' or ')}`;
  const noRecord =
    q.trim() === ''
      ? isInDoubt
        ? `The service lists no record${ofTypes} now.`
        : `There is no record${ofTypes}.`
      : unmatchedInWords(q, `No record ID${hasRecords ? ' or name' : ''}${ofTypes}`);
  if (outsideNote !== null) return { title: 'No record is shown', words: outsideNote };
  if (rows !== null && !isWithoutEntities)
    return {
      title: 'No record matches',
      words: `Of the records that the other filters let through, ${noRows[rows]}.`,
    };
  if (!isWithoutEntities) return { title: 'No record matches', words: noRecord };
  return { title: 'No record and no entity matches', words: `${noRecord} ${noEntity}` };
}

/** Words where no row has the chosen state. */
const noRows: Record<RowChoice, string> = {
  has: 'none of the shown entities may use any',
  'has-not': 'all shown entities may use all of them',
  absent: 'each is set up in every shown entity',
  mixed: 'each is the same in all shown entities',
  same: 'each differs between the shown entities',
  all: 'each is closed to some shown entity',
  nobody: 'each is open to some shown entity',
  one: 'none is open to exactly one shown entity',
  pending: 'nothing is staged, on its way, or was refused',
  outside: 'nothing was changed outside this console lately',
};

/** Says that nothing matches a text and what the person may mean; or how a filter is written, where the text is not understood. */
function unmatchedInWords(text: string, nothing: string): string {
  if (unclearInWords(text) !== null) return 'Filters are written like 10*, A|B, 200..230 or <>100.';
  const hint = filterHint(text);
  const [named, others] = shortened(text.trim());
  return `${nothing} matches “${named}”${others}.${hint === null ? '' : ` ${hint}`}`;
}

const mostNamed = 5;
const longestNamed = 80;

/** The part of a filter that the words repeat, and words for the rest of a long list. */
function shortened(text: string): [string, string] {
  const parts = text.split(/[|,]/);
  const named = parts.length > mostNamed + 1 ? parts.slice(0, mostNamed) : parts;
  const short = named.join(' | ');
  const others = parts.length - named.length;
  return [
    short.length > longestNamed ? `${short.slice(0, longestNamed)}…` : others === 0 ? text : short,
    others === 0 ? '' : ` and ${inDigits(others)} more`,
  ];
}

/** A sentence about what a filter may mean that finds nothing; null where it may be right. */
function filterHint(text: string): string | null {
  const wanted = text.trim();
  const [, from, to] = /^(\w*\d\w*) *[-–] *(\w*\d\w*)$/.exec(wanted) ?? [];
  if (from !== undefined && to !== undefined) return `A range is written ${from}..${to}.`;
  const [, after] = /^@([^|,*?&]+)$/.exec(wanted) ?? [];
  if (after !== undefined)
    return `After @ stands a whole ID: write @${after}* for IDs that begin so, or ${after} for those that contain it.`;
  return null;
}
