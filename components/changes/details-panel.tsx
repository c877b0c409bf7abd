'use client';

import Link from 'next/link';
import { useId, type ReactNode } from 'react';
import { buttonClasses } from '@/components/ui/button-classes';
import { NamedId } from '@/components/ui/named-id';
import { SidePanel } from '@/components/ui/overlays/side-panel';
import { useDetailsTarget } from '@/lib/client/address/use-details-target';
import { useKeyNames } from '@/lib/client/use-names';
import { kindOfTarget, type DetailsTarget } from '@/lib/domain/access/details-target';
import { useChangeLinks } from '@/components/changes/change-links';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { historyQuery } from '@/lib/client/changes/change-details';
import { useConnectionKey } from '@/lib/client/connection';
import { groupsOf } from './history/history-groups';
import { HistoryList } from './history/history-list';

interface DetailsPanelProps {
  facts: ReactNode;
  hasHistory: boolean;
}

/** Details and history of the assignment, record or entity that the page's URL names. */
export function DetailsPanel({ facts, hasHistory }: DetailsPanelProps) {
  const [asked, ask] = useDetailsTarget();
  const links = useChangeLinks();
  const historyId = useId();
  const kind = asked && kindOfTarget(asked);
  return (
    <SidePanel
      title={asked !== null && <DetailsTitle target={asked} />}
      isOpen={asked !== null}
      onClose={() => ask(null)}
      footer={
        asked !== null && hasHistory ? (
          <Link
            href={links.history(kind === 'assignment' ? { ...asked, entityId: '' } : asked)}
            className={buttonClasses()}
          >
            All changes of the {kind === 'entity' ? 'entity' : 'record'}
          </Link>
        ) : undefined
      }
    >
      {asked !== null && (
        <div className="flex flex-col gap-4">
          {facts}
          {hasHistory && (
            <section aria-labelledby={historyId} className="flex flex-col gap-2">
              <h3 id={historyId} className="text-sm font-medium">
                History
              </h3>
              <TargetEntries target={asked} />
            </section>
          )}
        </div>
      )}
    </SidePanel>
  );
}

function DetailsTitle({ target }: { target: DetailsTarget }) {
  const kind = kindOfTarget(target);
  const names = useKeyNames();
  const entity = <NamedId name={names.entity(target.entityId)} id={target.entityId} />;
  if (kind === 'entity') return <>Entity {entity}</>;
  return (
    <>
      {target.recordType} <NamedId name={names.record(target)} id={target.recordId} />
      {kind === 'assignment' && <>, entity {entity}</>}
    </>
  );
}

const whatOf = {
  assignment: 'this assignment',
  record: 'any assignment of this record',
  entity: 'any assignment of this entity',
};

function TargetEntries({ target }: { target: DetailsTarget }) {
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
