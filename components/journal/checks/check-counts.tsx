'use client';

import type { JournalAddress } from '@/components/journal/journal-address';
import { Age } from '@/components/ui/instant';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { unlistedCheck } from './unlisted-check';
import { useJournalChecks } from './use-journal-checks';

interface CheckCountsProps {
  address: JournalAddress;
  connection: string;
  /** Whether the lines are there. */
  isReady: boolean;
}

/** A check with its count, where that is told. */
type Listed = Pick<JournalChecks['any'], 'id' | 'title'> & { lines?: number | null };

/**
 * The checks before posting as a list of counts, among the lines that match all conditions but the check; a press shows
 * the lines of one, another press all of them again.
 */
export function CheckCounts({ address, connection, isReady }: CheckCountsProps) {
  const { data, error } = useJournalChecks(address, connection, isReady);
  return (
    <div className="flex w-72 shrink-0 flex-col max-lg:hidden">
      <h2 className="tabular flex h-6 shrink-0 items-center text-sm font-semibold">
        Checks{data !== undefined && ` on ${counted(data.lines, 'line')}`}
        {data !== undefined && (
          <span className="ml-2 text-xs font-normal text-text-muted">
            read <Age at={data.asOf} />
          </span>
        )}
      </h2>
      {data !== undefined ? (
        <ul
          data-scrolls-rows=""
          className="min-h-0 flex-1 overflow-y-auto rounded-md border border-line bg-surface"
        >
          {listed(data, address).map(({ id, title, lines }) => {
            const isShown = address.query.check === id;
            const isNothing = lines === 0 && !isShown;
            return (
              <li key={id} className="first:border-b first:border-line first:font-medium">
                <button
                  type="button"
                  aria-pressed={isShown}
                  disabled={lines === null || isNothing}
                  className="flex h-6 w-full items-center gap-2 px-2 text-left text-xs hover:bg-hover disabled:bg-surface disabled:text-text-faint aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-text"
                  onClick={() => address.showCheck(isShown ? null : id)}
                >
                  <span className="min-w-0 flex-1 truncate">{title}</span>
                  <span className="tabular">
                    {lines === undefined ? '' : lines === null ? 'not known' : inDigits(lines)}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      ) : error !== null ? (
        <p className="text-xs text-text-muted">The lines could not be checked. “Checks” says why.</p>
      ) : (
        <Skeleton className="min-h-0 flex-1" />
      )}
    </div>
  );
}

function listed(data: JournalChecks, { query }: JournalAddress): Listed[] {
  const unlisted = unlistedCheck(data, query.check);
  return [...(unlisted ? [unlisted] : []), data.any, ...foundFirst(data.checks)];
}

/** Those that find lines, or may find some, before those that find none. */
function foundFirst(checks: JournalChecks['checks']): JournalChecks['checks'] {
  return checks.toSorted((a, b) => Number(a.lines === 0) - Number(b.lines === 0));
}
