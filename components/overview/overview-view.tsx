'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, RefreshCw, Unplug } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { PaintAfter } from '@/components/shell/paint-after';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Age, Until } from '@/components/ui/instant';
import { ShareScale } from '@/components/ui/share-scale';
import { useNow } from '@/components/ui/use-now';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { askedWhile } from '@/lib/client/api';
import { accessSummaryQuery } from '@/lib/client/access-summary';
import { activityQuery } from '@/lib/client/changes/activity';
import { activeChangesQuery, changeListQuery } from '@/lib/client/changes/changes';
import { useChooseConnection, useConnectionKey } from '@/lib/client/connection';
import { connectionsQuery } from '@/lib/client/connections';
import { useEvents } from '@/lib/client/events/use-events';
import { journalGroupsQuery, type GroupingNames, journalChecksQuery } from '@/lib/client/journal/journal';
import { useOneCopy } from '@/lib/client/journal/one-copy';
import { metadataQuery } from '@/lib/client/metadata';
import { refreshAll } from '@/lib/client/refresh';
import { useEntityNames } from '@/lib/client/use-names';
import type { ConnectionList } from '@/lib/contract/connections';
import { holdsOneOf, mayChangeAccess, mayRead, type Role } from '@/lib/contract/session/roles';
import { noEntity } from '@/lib/domain/access/names/named';
import { daysOfSpan } from '@/lib/domain/journal/date-part';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { dateFormat, todayOf, inDigits } from '@/lib/domain/reader-formats';
import { attentionItems } from './attention-items';
import { Card, FromQuery } from './card';
import { ChangesByDay } from './changes-by-day';
import { AccessFigures, InDoubt, JournalFigures } from './key-figures';
import { LinesBy } from './lines-by';
import { LogProof } from './log-proof';
import { NeedsAttention } from './needs-attention';
import { useOverviewLinks } from './overview-links';
import { ShareTable } from './share-table';
import { byBatch, byEntity, byMonth } from './overview-reads';

const cardsEndId = 'cards-end';

interface OverviewViewProps {
  name: string;
  held: readonly Role[];
  /** A signed checkpoint names entries that the log does not have. */
  hasLosses: boolean;
  evidence: ReactNode;
  offer?: ReactNode;
}

/**
 * Order by role: administrators see access first, auditors proof, accountants the journal; one column begins with
 * "Needs attention".
 */
export function OverviewView({ name, held, hasLosses, evidence, offer }: OverviewViewProps) {
  const connection = useConnectionKey();
  const isLive = useEvents(connection);
  useOneCopy(connection);
  const timeZone = useTimeZone();
  const [zoneAtFirst] = useState(timeZone); // a longer greeting would move the page
  const now = useNow(60_000);
  const today = todayOf(now, timeZone);
  const links = useOverviewLinks();
  const client = useQueryClient();
  const [readsAccess, readsJournal] = [holdsOneOf(held, mayRead.access), holdsOneOf(held, mayRead.journal)];
  const mayChange = holdsOneOf(held, mayChangeAccess);
  const access = useQuery({ ...accessSummaryQuery(connection), enabled: askedWhile(readsAccess) });
  const activity = useQuery({ ...activityQuery(connection, timeZone), enabled: askedWhile(readsAccess) });
  const list = useQuery({ ...changeListQuery(connection, {}, isLive), enabled: askedWhile(readsAccess) });
  const active = useQuery({ ...activeChangesQuery(connection, isLive), enabled: askedWhile(readsAccess) });
  const checks = useQuery({
    ...journalChecksQuery(defaultJournalQuery, today, connection),
    enabled: askedWhile(readsJournal),
  });
  const groups = (by: GroupingNames) => ({
    ...journalGroupsQuery(defaultJournalQuery, by, connection),
    enabled: askedWhile(readsJournal),
  });
  const entityLines = useQuery(groups(byEntity));
  const isJournalOnly = readsJournal && !readsAccess;
  const monthLines = useQuery({ ...groups(byMonth), enabled: askedWhile(isJournalOnly) });
  const batchLines = useQuery({ ...groups(byBatch), enabled: askedWhile(isJournalOnly) });
  const drift = useQuery(metadataQuery(connection));
  const connections = useQuery(connectionsQuery());
  const service = connections.data?.value.find(({ key }) => key === connection);

  const names = useEntityNames(connection);
  const choose = useChooseConnection();
  const first = connections.data?.value[0];
  if (service === undefined && first !== undefined)
    return (
      <>
        <PageHeader title="Overview" />
        <EmptyState
          icon={<Unplug />}
          title={`There is no connection “${connection}”`}
          action={
            <Button variant="primary" onPress={() => choose(null)}>
              Open {first.label}
            </Button>
          }
        >
          The address names a connection that this console does not have.
        </EmptyState>
      </>
    );

  const items = attentionItems(
    {
      connection: service,
      access: access.data,
      activity: activity.data,
      active: active.data?.value,
      checks: checks.data,
      drift: drift.data?.drift,
      now,
    },
    links,
  );
  const asked = [
    ...(readsAccess ? [access, activity, active] : []),
    ...(readsJournal ? [checks] : []),
    connections,
  ];
  const isStill = asked.some(({ data, isError }) => data === undefined && !isError);
  const reading = isStill ? 'still' : asked.some(({ isError }) => isError) ? 'in-part' : 'all';
  const attention = <NeedsAttention {...{ items, reading }} />;
  const proof = <LogProof {...{ activity, hasLosses, evidence }} />;
  const changes = <ChangesByDay activity={activity} list={list} />;
  const linesByEntity = (
    <LinesBy
      title="Journal lines by entity"
      groups={entityLines}
      first="most"
      noun={['entity', 'entities']}
      describe={([id = ''], { journal }) => {
        const entity = names.get(id) ?? '';
        const href = journal({ entity: id });
        if (id === '') return { words: noEntity, id, href };
        return entity === '' ? { words: id, id: '', href } : { words: entity, id, href };
      }}
    />
  );
  const linesByMonth = (
    <LinesBy
      title="Journal lines by month of posting"
      groups={monthLines}
      first="latest"
      noun={['month', 'months']}
      describe={([month = ''], { journal }) =>
        month === ''
          ? { words: 'No posting date', id: '', href: journal({ filter: 'PostingDate~empty' }) }
          : { words: monthInWords(month), id: '', href: journal({ ...daysOfSpan(month, 'month') }) }
      }
    />
  );
  const linesByBatch = (
    <LinesBy
      title="Journal lines by batch"
      groups={batchLines}
      first="most"
      noun={['batch', 'batches']}
      describe={([template = '', batch = ''], { journal }) => ({
        words: `${template} / ${batch}`,
        id: '',
        href: journal({
          filter: [condition('JournalTemplateName', template), condition('JournalBatchName', batch)],
        }),
      })}
    />
  );
  const shares = (
    <Card
      title="Who may use what"
      action={
        <span className="flex flex-wrap items-center gap-x-3">
          {access.data?.doubt != null && <InDoubt doubt={access.data.doubt} />}
          <ShareScale />
        </span>
      }
    >
      <FromQuery query={access} height="h-120">
        {(summary) =>
          summary.recordTypes.length === 0 && !summary.complete ? (
            <Skeleton className="h-120" />
          ) : (
            <ShareTable summary={summary} />
          )
        }
      </FromQuery>
    </Card>
  );
  const rows = !readsAccess
    ? [
        [attention, linesByMonth],
        [linesByEntity, linesByBatch],
      ]
    : mayChange
      ? [[shares, attention], [changes, linesByEntity], [proof]]
      : [[proof], [changes, attention], [shares, linesByEntity]];
  return (
    <>
      <PageHeader
        title={greeting(name, now, zoneAtFirst)}
        description={<ServiceLine service={service} />}
        actions={
          <>
            {offer}
            <Button
              onPress={() =>
                void refreshAll(client, connection, { access: readsAccess, journal: readsJournal }).catch(
                  () => undefined, // each part shows its own problem
                )
              }
            >
              <RefreshCw aria-hidden="true" className="size-4" />
              <span className="@max-2xl:sr-only">Refresh</span>
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-4 px-4 pb-8 max-lg:[reading-flow:flex-visual]">
        <ul
          className={classNames(
            'grid grid-cols-2 gap-3 sm:gap-4',
            isJournalOnly ? 'xl:grid-cols-3 print:grid-cols-3' : 'xl:grid-cols-4 print:grid-cols-4',
          )}
        >
          {readsAccess && <AccessFigures access={access.data} activity={activity.data} />}
          {readsJournal && (
            <JournalFigures checks={checks.data} all={entityLines.data?.total} isOnly={!readsAccess} />
          )}
        </ul>
        {rows.map((cards, at) => (
          <div
            key={at}
            className={classNames(
              'gap-4 max-lg:contents lg:grid',
              cards.length > 1 && 'lg:grid-cols-2',
              (cards.length > 2 || cards.includes(shares)) && 'xl:grid-cols-3',
            )}
          >
            {cards.map((card, place) => (
              <div
                key={place}
                className={classNames(
                  'grid min-w-0 grid-rows-[minmax(0,1fr)] print:block print:h-auto',
                  // Fixed heights, so that nothing moves when answers come; on a phone only the page scrolls.
                  cards.includes(shares)
                    ? 'lg:h-144'
                    : card === proof
                      ? 'lg:h-40 xl:h-32'
                      : isJournalOnly
                        ? 'lg:h-100 xl:h-86'
                        : 'lg:h-120 xl:h-108',
                  card === shares && 'lg:col-span-2',
                  card !== shares && card !== attention && 'print:break-inside-avoid',
                  // First in one column, with a reserved height; on paper the table comes first.
                  card === attention &&
                    classNames(
                      'max-lg:not-print:order-first',
                      isJournalOnly
                        ? 'max-sm:not-print:min-h-100 sm:max-lg:h-72'
                        : 'max-sm:not-print:min-h-132 sm:max-lg:h-132',
                    ),
                )}
              >
                {card}
              </div>
            ))}
          </div>
        ))}
        {/* In one column the order on the screen differs from the order in the document. */}
        <PaintAfter id={cardsEndId} media="(width < 64rem)" />
        <span hidden id={cardsEndId} />
      </div>
    </>
  );
}

function condition(field: string, value: string): string {
  return value === '' ? `${field}~empty` : `${field}~eq~${value}`;
}

function monthInWords(month: string): string {
  return dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00Z`),
  );
}

/** "Welcome" while the time zone is not known. */
function greeting(name: string, now: number, timeZone: string | undefined): string {
  if (timeZone === undefined) return `Welcome, ${name}`;
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now),
  );
  return `Good ${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}, ${name}`;
}

/** Reserves two lines on a phone, so that nothing moves when the service answers. */
function ServiceLine({ service }: { service: ConnectionList['value'][number] | undefined }) {
  if (service === undefined) return <p className={serviceLine}>Checking the service…</p>;
  const { isUp, lastAnswerAt, lastAnswerMs, problem } = service.health;
  if (!isUp && problem === null) return <p className={serviceLine}>{service.label} has not answered yet</p>;
  return (
    <p className={classNames(serviceLine, !isUp && 'text-danger')}>
      {!isUp && <CircleAlert aria-hidden="true" className="mr-1.5 inline size-4 align-text-bottom" />}
      {service.label} {isUp ? 'responds' : 'does not respond as it should'}
      {lastAnswerAt !== null && (
        <>
          {isUp ? ` in ${inDigits(lastAnswerMs ?? 0)} ms, checked ` : '; last good answer '}
          <Age at={lastAnswerAt} />
        </>
      )}
      {service.reads.nextAt !== null && (
        <>
          ; next read <Until at={service.reads.nextAt} />
        </>
      )}
    </p>
  );
}

const serviceLine = 'tabular max-sm:min-h-[2lh]';
