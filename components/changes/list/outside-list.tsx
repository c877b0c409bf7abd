'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { ChangedOutside } from '@/components/changes/row-words';
import { CloudCheck } from 'lucide-react';
import Link from 'next/link';
import { Badge } from '@/components/ui/feedback/badge';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { outsideQuery } from '@/lib/client/changes/change-details';
import { useConnectionKey } from '@/lib/client/connection';
import { useKeyNames } from '@/lib/client/use-names';
import type { OutsideChange } from '@/lib/contract/access/outside-changes';
import { cellInWords } from '@/lib/domain/access/access-words';
import { stepInWords } from '@/lib/domain/changes/change-words';
import { useChangeLinks } from '@/components/changes/change-links';
import { type useChangesAddress } from './changes-address';
import { filtersInWords, nothingMatchesWords } from './filter-words';
import { OutsideReviewLine } from './outside-review';
import { isFiltered, outsideFilterOf } from './changes-parameters';
import { acceptedInWords } from '@/lib/domain/changes/waiting-outside';
import { Instant } from '@/components/ui/instant';
import { counted } from '@/lib/domain/counted';
import { RowsByDay } from '@/components/changes/rows-by-day';

export function OutsideList({ address: [shown, set] }: { address: ReturnType<typeof useChangesAddress> }) {
  const connection = useConnectionKey();
  const links = useChangeLinks();
  const query = useQuery(outsideQuery(connection, outsideFilterOf(shown)));
  const hasFilters = isFiltered({ ...shown, kind: null });
  const review = query.data?.review;
  return (
    <>
      <OutsideReviewLine review={review} isNarrowed={hasFilters || shown.before !== ''} />
      <RowsByDay
        label="Changed outside"
        query={query}
        reading="Reading what changed outside this console"
        instantOf={({ until }) => until}
        keyOf={({ seq }) => seq}
        row={(one) => <OutsideRow change={one} isNew={one.seq > (review?.after ?? Infinity)} />}
        filters={filtersInWords(shown)}
        paging={{ before: shown.before, goTo: (before) => void set({ before }) }}
        empty={
          <EmptyState
            icon={<CloudCheck />}
            title={hasFilters ? 'No change outside matches' : 'Nothing was changed outside this console'}
            {...(hasFilters && {
              action: (
                <Link href={links.list({ kind: 'outside' })} className={buttonClasses()}>
                  Show all outside changes
                </Link>
              ),
            })}
          >
            {hasFilters
              ? nothingMatchesWords(shown)
              : 'Each time the console reads the whole matrix, it compares the values with those it knew. It lists here what changed without it.'}
          </EmptyState>
        }
      />
    </>
  );
}

interface OutsideRowProps {
  change: OutsideChange;
  isNew: boolean;
}

function OutsideRow({
  change: { cell, count, before, after, since, until, accepted },
  isNew,
}: OutsideRowProps) {
  const links = useChangeLinks();
  const names = useKeyNames();
  if (accepted !== undefined)
    return (
      <li className="min-h-14 px-4 py-2">
        <p className="font-medium wrap-anywhere">{acceptedInWords(accepted)}</p>
        <p className="text-sm text-text-muted">
          <Instant at={until} look="time" />. {accepted.detail}
        </p>
      </li>
    );
  return (
    <li className="flex min-h-14 flex-wrap content-center items-center justify-between gap-x-6 gap-y-1 px-4 py-2">
      <div className="min-w-0">
        {cell === null ? (
          <p className="font-medium">{counted(count, 'assignment')} more, not listed one by one</p>
        ) : (
          <TextLink look="title" href={links.history(cell)}>
            {cellInWords(cell, names)}
          </TextLink>
        )}
        <ChangedOutside since={since} until={until} />
      </div>
      <span className="flex items-center gap-2 text-sm">
        {isNew && <Badge tone="warning">New</Badge>}
        {cell !== null && stepInWords(before, after)}
      </span>
    </li>
  );
}
