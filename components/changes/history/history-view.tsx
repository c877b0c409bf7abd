'use client';

import { useQuery } from '@tanstack/react-query';
import { useKeyNames } from '@/lib/client/use-key-names';
import { History } from 'lucide-react';
import Link from 'next/link';
import { useAddress } from '@/lib/client/address';
import { PageHeader } from '@/components/shell/page-header';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { historyQuery } from '@/lib/client/changes/change-details';
import { useConnectionKey } from '@/lib/client/connection';
import { kindOfTarget, targetInWords } from '@/lib/domain/access/details-target';
import { useChangeLinks } from '@/components/changes/change-links';
import { groupsOf } from './history-groups';
import { HistoryList } from './history-list';
import { historyParameters, namesTarget } from './history-parameters';

const descriptions = {
  assignment: 'What this console did to this assignment, and what changed without it.',
  record: 'What this console did to the record’s access in any entity, and what changed without it.',
  entity: 'What this console did to the entity’s access to any record, and what changed without it.',
};

/** The page of what happened to one record, one entity, or one assignment of both. */
export function HistoryView() {
  const [{ recordType, recordId, entityId, before }, set] = useAddress(historyParameters, 'push');
  const connection = useConnectionKey();
  const links = useChangeLinks();
  const target = { recordType, recordId, entityId };
  const isNamed = namesTarget(target);
  const names = useKeyNames();
  const query = useQuery({
    ...historyQuery(connection, target, before || undefined),
    select: groupsOf,
    ...(!isNamed && { enabled: false }),
  });
  if (!isNamed) {
    return (
      <EmptyState
        headingLevel={1}
        icon={<History />}
        title="Of which record or entity?"
        action={
          <Link href={links.list()} className={buttonClasses('primary')}>
            All changes
          </Link>
        }
      >
        The link to this page names neither. Open the history from a record or an entity in the access matrix,
        or from a change.
      </EmptyState>
    );
  }
  const kind = kindOfTarget(target);
  return (
    <>
      <PageHeader
        className="w-full max-w-4xl"
        title={`History of ${targetInWords(target, names)}`}
        description={descriptions[kind]}
        actions={
          kind !== 'assignment' ? undefined : (
            <Link href={links.history({ ...target, entityId: '' })} className={buttonClasses()}>
              All entities
            </Link>
          )
        }
      />
      <div className="flex w-full max-w-4xl flex-col gap-3 px-4 pb-8">
        <HistoryList
          query={query}
          paging={{ before, goTo: (next) => void set({ before: next }) }}
          empty={
            <EmptyState icon={<History />} title="Nothing is recorded">
              Since this console keeps its log, it changed nothing here and noticed no change by others.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
