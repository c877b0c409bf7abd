'use client';

import { RefreshCw, X } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import { IconButton } from '@/components/ui/icon-button';
import { Until } from '@/components/ui/instant';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Status } from '@/components/ui/feedback/status';
import { useNow } from '@/components/ui/use-now';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { useConnectionKey, useConnectionParameter } from '@/lib/client/connection';
import { useReads } from '@/lib/client/connections';
import { withQuery } from '@/lib/client/paths';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { waitingInDigits, waitingInWords } from '@/lib/domain/changes/waiting-outside';
import { counted, plural } from '@/lib/domain/counted';
import { clockTime, inDigits } from '@/lib/domain/reader-formats';

interface NotMadeProps {
  /** Number of changes that were not made and are still marked. */
  marks: number;
  onShowMarks: () => void;
  onClearMarks: () => void;
}

interface AccessStatusLineProps extends NotMadeProps {
  /** Null before the console's first answer. */
  status: MatrixStatus | null;
  /** Whether events keep the rows up to date. */
  isLive: boolean;
  shown: {
    records: number;
    ofRecords: number;
    entities: number;
    ofEntities: number;
    isComplete: boolean;
    /** IDs of the filter's list that no record has. Named here only where the list finds others. */
    missing: readonly string[];
    unclear: readonly string[];
    /** What limits the rows; null where nothing does. */
    note: string | null;
  } | null;
  /** Number of unfolded bands and of all; null where there are no bands. */
  bands: { open: number; all: number } | null;
  onBands: (isOpen: boolean) => void;
  scale: ReactNode;
  /** Clears the filters; null where there are none. */
  onClear: (() => void) | null;
  onRefresh: () => void;
}

/**
 * Number, completeness and age of what the page shows, with the changes from outside and those not made. Its height stays
 * the same, because the grid below would move under the pointer; only remarks on the filters take a second line.
 */
export function AccessStatusLine(props: AccessStatusLineProps) {
  const {
    status,
    isLive,
    shown,
    bands,
    onBands,
    scale,
    onClear,
    marks,
    onShowMarks,
    onClearMarks,
    onRefresh,
  } = props;
  const inAddress = useConnectionParameter();
  const nextAt = useReads(useConnectionKey())?.nextAt;
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const asOf = status?.complete === true ? status.asOf : null;
  const soFar = shown?.isComplete === false ? ' so far' : '';
  const counts =
    shown === null
      ? ''
      : `${ofAll(shown.records, shown.ofRecords, 'record', 'records')}${soFar}, ${ofAll(shown.entities, shown.ofEntities, 'entity', 'entities')}${soFar}`;
  const remarks =
    shown === null
      ? ''
      : `${shown.records === 0 ? '' : missingWords(shown.missing)}${shown.unclear.map((words) => `. ${words}`).join('')}${shown.note === null ? '' : `. ${shown.note}`}`;
  // A phone then has room for short counts only.
  const isCrowded = marks > 0 && remarks === '';
  return (
    <div className="@container flex flex-col gap-1 text-sm text-text-muted">
      {/* With details beside it the line has shorter words; with less room two lines, on a phone one again. */}
      <div className="flex min-h-7 items-center justify-between gap-x-1 @md:gap-x-4 @md:@max-xl:flex-col @md:@max-xl:items-stretch">
        <div
          className={classNames(
            'flex min-h-7 min-w-0 grow items-center gap-x-1 *:shrink-0',
            remarks !== '' && 'flex-wrap',
          )}
        >
          <Status
            as="p"
            title={counts}
            className={classNames('tabular min-w-0 shrink!', remarks === '' && 'truncate')}
          >
            {shown !== null && isCrowded && (
              <span aria-hidden="true" className="@md:hidden">
                {inDigits(shown.records)} × {inDigits(shown.entities)}
              </span>
            )}
            <span className={classNames(isCrowded && '@max-md:sr-only')}>{counts}</span>
            {remarks}
          </Status>
          {bands !== null && (
            <Button
              size="sm"
              variant="ghost"
              onPress={() => onBands(bands.open === 0)}
              data-print="hide"
              className={classNames('min-w-20', isCrowded && '@max-md:hidden')}
            >
              {bands.open === 0 ? 'Unfold all' : 'Fold all'}
            </Button>
          )}
          {status !== null && status.outside.count > 0 && (
            <Link
              href={withQuery('/changes', { connection: inAddress, kind: 'outside' })}
              data-print="hide"
              className="ml-1 rounded-md bg-warning-soft px-2 py-0.5 font-medium text-warning"
            >
              <span className="@max-3xl:hidden">{waitingInWords(status.outside.count)} from outside</span>
              <span className="@3xl:hidden">{waitingInDigits(status.outside.count)} outside</span>
            </Link>
          )}
          {status !== null && status.doubt !== null && (
            <span
              title={status.doubt}
              className="ml-1 rounded-md bg-warning-soft px-2 py-0.5 font-medium text-warning"
            >
              In doubt
            </span>
          )}
          {marks > 0 && <NotMade {...{ marks, onShowMarks, onClearMarks }} />}
          {onClear !== null && (
            <Button ref={rescueFocus} size="sm" variant="ghost" onPress={onClear} data-print="hide">
              <span>
                Clear<span className="@max-md:sr-only"> filters</span>
              </span>
            </Button>
          )}
          {bands !== null && remarks === '' && (
            // Where it has no room it wraps below the end of its box, which hides it: the counts need the room.
            <div className="flex h-7 min-w-0 flex-1 shrink! flex-wrap gap-x-3 overflow-hidden @max-5xl:hidden">
              <span className="h-7" />
              <div className="flex h-7 shrink-0 items-center">{scale}</div>
            </div>
          )}
        </div>
        <p
          key={asOf === null ? 'reading' : 'read'} // a new element, because the same one would move
          data-print="replaced"
          className={classNames(
            'tabular flex min-h-7 items-center justify-end gap-1 @md:@max-xl:justify-start',
            asOf === null ? 'min-w-0' : 'shrink-0',
          )}
        >
          {/* The bar alone shows the progress of a complete list. */}
          <span className={asOf === null ? 'truncate' : 'sr-only'}>{progressWords(status)}</span>
          {asOf !== null && (
            // A fixed width, because the answer comes later.
            <span className="mr-2 w-36 text-right @max-5xl:sr-only">
              {nextAt != null && (
                <>
                  Next read <Until at={nextAt} />
                </>
              )}
            </span>
          )}
          {asOf !== null && (
            // Invisible until the time zone is known and events arrive, so that nothing moves then.
            <span className={classNames('@max-md:sr-only', timeZone === undefined && 'invisible')}>
              As of {clockTime(asOf, { now, timeZone: timeZone ?? 'UTC' })}
              <span className={classNames('@max-3xl:sr-only', !isLive && 'invisible')}>
                , plus changes since
              </span>
            </span>
          )}
          {status?.complete === true && (
            <Button
              size="sm"
              variant="ghost"
              isPending={status.loading}
              onPress={onRefresh}
              data-print="hide"
            >
              {!status.loading && <RefreshCw aria-hidden="true" className="size-4" />}
              <span className="@max-3xl:sr-only">Refresh</span>
            </Button>
          )}
        </p>
      </div>
      {status?.loading === true ? (
        <ProgressBar
          label="Reading from the service"
          value={status.complete ? Math.min(status.arrived, status.assignments) : undefined}
          max={Math.max(1, status.assignments)}
        />
      ) : (
        <div className="h-1" />
      )}
    </div>
  );
}

function progressWords(status: MatrixStatus | null): string {
  if (status === null || (status.arrived === 0 && !status.complete)) return 'Asking the service…';
  const arrived = `${counted(status.arrived, 'assignment')} ${plural(status.arrived, 'has', 'have')}`;
  if (status.complete) return status.loading ? `Reading again: ${arrived} arrived.` : '';
  return `${arrived} arrived; the list is not complete yet.`;
}

/** IDs of Business Central have at most 20 characters; a longer text is probably no ID, and is cut. */
const longestId = 20;

/** ". No record has 3 of the listed IDs: A, B, C" */
function missingWords(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const named = missing
    .slice(0, 5)
    .map((id) => (id.length > longestId ? `${id.slice(0, longestId)}…` : id))
    .join(', ');
  return `. No record has ${inDigits(missing.length)} of the listed IDs: ${named}${missing.length > 5 ? ' …' : ''}`;
}

function ofAll(some: number, all: number, one: string, many: string): string {
  const whole = counted(all, one, many);
  return some === all ? whole : `${inDigits(some)} of ${whole}`;
}

function NotMade({ marks, onShowMarks, onClearMarks }: NotMadeProps) {
  return (
    <span
      title="Marked at the switch"
      data-print="hide"
      className="ml-1 inline-flex items-center rounded-md bg-danger-soft"
    >
      <Button size="sm" variant="ghost" onPress={onShowMarks} className="h-6! pr-0! text-danger!">
        {inDigits(marks)} not made
      </Button>
      <IconButton
        ref={rescueFocus}
        size="sm"
        label="Clear marks"
        icon={<X aria-hidden="true" />}
        onPress={onClearMarks}
        className="h-6!"
      />
    </span>
  );
}
