'use client';

import { useQuery } from '@tanstack/react-query';
import { useKeyNames } from '@/lib/client/use-names';
import { History } from 'lucide-react';
import Link from 'next/link';
import { Instant } from '@/components/ui/instant';
import type { History as HistoryData } from '@/lib/contract/changes/changes';
import { valueInWords } from '@/lib/domain/access/access-words';
import { useAddress } from '@/lib/client/address/use-address';
import { PageHeader } from '@/components/shell/page-header';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { askedWhile } from '@/lib/client/api';
import { historyQuery } from '@/lib/client/changes/change-details';
import { useConnectionKey, useConnectionParameter } from '@/lib/client/connection';
import { matrixAddress } from '@/lib/client/matrix-address';
import { kindOfTarget, namesTarget, targetInWords } from '@/lib/domain/access/details-target';
import { useChangeLinks } from '@/components/changes/change-links';
import { WayBack } from '@/components/changes/way-back';
import { groupsOf } from './history-groups';
import { HistoryList } from './history-list';
import { historyParameters } from './history-parameters';

const descriptions = {
  assignment: 'What this console did to this assignment, and what changed without it.',
  record: 'What this console did to the record’s access in any entity, and what changed without it.',
  entity: 'What this console did to the entity’s access to any record, and what changed without it.',
};

function NowLine({ now: { accessible, asOf } }: { now: NonNullable<HistoryData['now']> }) {
  const value = valueInWords(accessible);
  return (
    <p>
      Business Central now shows: {value}, based on data read at <Instant at={asOf} />, plus changes since.
    </p>
  );
}

export function HistoryView() {
  const [{ recordType, recordId, entityId, before }, set] = useAddress(historyParameters, 'push');
  const connection = useConnectionKey();
  const connectionParameter = useConnectionParameter();
  const links = useChangeLinks();
  const target = { recordType, recordId, entityId };
  const isNamed = namesTarget(target);
  const names = useKeyNames();
  const query = useQuery({
    ...historyQuery(connection, target, before || undefined),
    select: (history: HistoryData) => ({ ...groupsOf(history), now: history.now }),
    enabled: askedWhile(isNamed),
  });
  if (!isNamed) {
    return (
      <EmptyState
        headingLevel={1}
        icon={<History />}
        title="No record or entity is named"
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
      <WayBack />
      <PageHeader
        title={`History of ${targetInWords(target, names)}`}
        description={
          <>
            {descriptions[kind]}
            {query.data?.now && <NowLine now={query.data.now} />}
          </>
        }
        actions={
          <>
            {kind === 'assignment' && (
              <Link href={links.history({ ...target, entityId: '' })} className={buttonClasses()}>
                All entities
              </Link>
            )}
            <Link href={matrixAddress(connectionParameter, target)} className={buttonClasses()}>
              Show in Access
            </Link>
          </>
        }
      />
      <div className="flex flex-col gap-3 px-4 pb-8">
        <HistoryList
          {...{ query, target }}
          paging={{ before, goTo: (next) => void set({ before: next }) }}
          empty={
            <EmptyState icon={<History />} title="Nothing is recorded">
              The log has no change here, made with this console or outside it.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
