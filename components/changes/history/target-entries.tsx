'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { historyQuery } from '@/lib/client/changes/change-details';
import { useConnectionKey } from '@/lib/client/connection';
import { kindOfTarget, type DetailsTarget } from '@/lib/domain/access/details-target';
import { useChangeLinks } from '@/components/changes/change-links';
import { groupsOf } from './history-groups';
import { HistoryList } from './history-list';

const whatOf = {
  assignment: 'this assignment',
  record: 'any assignment of this record',
  entity: 'any assignment of this entity',
};

export function TargetEntries({ target }: { target: DetailsTarget }) {
  const connection = useConnectionKey();
  const links = useChangeLinks();
  const query = useQuery({ ...historyQuery(connection, target), select: groupsOf });
  return (
    <div className="flex flex-col gap-3">
      <HistoryList
        {...{ query, target }}
        empty={
          <p className="text-sm text-text-muted">
            Nothing is recorded: the log has no change to {whatOf[kindOfTarget(target)]}, made with this
            console or outside it.
          </p>
        }
      />
      {query.data?.next != null && <TextLink href={links.history(target)}>Older entries</TextLink>}
    </div>
  );
}
