'use client';

import { use } from 'react';
import { Badge } from '@/components/ui/feedback/badge';
import { CompanyCurrency } from '@/lib/client/connection';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import type { Activity } from '@/lib/contract/changes/activity';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import { waitingInDigits } from '@/lib/domain/changes/waiting-outside';
import { amountInDigits, inDigits } from '@/lib/domain/reader-formats';
import { typeInWords } from '@/lib/domain/access/type-words';
import { shareOfSummary } from './entity-columns';
import { KeyFigure, Trend } from './key-figure';
import { useOverviewLinks } from './overview-links';
import { amountSum } from './overview-reads';
import type { Share } from '@/lib/domain/access/column-counts';
import { shareCounts, sharePercent } from '@/lib/domain/access/share-words';

const stillLoading = 'Still loading';

export function AccessFigures({
  access,
  activity,
}: {
  access: AccessSummary | undefined;
  activity: Activity | undefined;
}) {
  const links = useOverviewLinks();
  const all = access && shareOfSummary(access);
  const without = access && recordsWithout(access);
  const trend = activity && all && access.complete ? trendOf(activity, all) : undefined;
  const week = activity && { ...activity, days: activity.days.slice(-7) };
  return (
    <>
      <KeyFigure
        label="Access given"
        value={all && sharePercent(all)}
        about={
          all &&
          `${assignmentsInWords(all, access.complete)}${access.doubt === null ? '' : ', no trend while in doubt'}`
        }
        href={links.access()}
        picture={
          access?.doubt != null ? (
            <InDoubt doubt={access.doubt} />
          ) : (
            trend !== undefined && trend.values.length > 1 && <Trend {...trend} />
          )
        }
      />
      <KeyFigure
        label="Records no entity may use"
        value={without?.records}
        about={without?.about}
        href={links.access({ rows: 'nobody' })}
        picture={access?.doubt != null && <InDoubt doubt={access.doubt} />}
      />
      <KeyFigure
        label="Outside changes to review"
        value={week && waitingInDigits(week.outside.waiting)}
        about={week && outsideInWords(week)}
        href={links.changes({ kind: 'outside' })}
      />
    </>
  );
}

export function InDoubt({ doubt }: { doubt: string }) {
  return (
    <span title={doubt}>
      <Badge tone="warning">In doubt</Badge>
    </span>
  );
}

/** Known once the matrix is complete. */
function recordsWithout({ recordTypes, complete }: AccessSummary): { records: string; about: string } {
  if (!complete) return { records: '–', about: stillLoading };
  const without = recordTypes.filter(({ withoutEntity }) => withoutEntity > 0);
  const [most] = without.toSorted((a, b) => b.withoutEntity - a.withoutEntity);
  if (most === undefined) return { records: '0', about: 'Every record is open to an entity' };
  const records = without.reduce((sum, { withoutEntity }) => sum + withoutEntity, 0);
  const share = without.length === 1 ? 'All' : `${inDigits(most.withoutEntity)} of them`;
  return { records: inDigits(records), about: `${share} ${typeInWords(most.recordType)}` };
}

/** "6 noticed in 7 days, 1 in the last 24 h", reviewed or not. */
function outsideInWords({ days, outside: { day } }: Activity): string {
  const noticed = days.reduce((sum, { outside }) => sum + outside, 0);
  return `${noticed === 0 ? 'none' : inDigits(noticed)} noticed in 7 days${day === 0 ? '' : `, ${inDigits(day)} in the last 24 h`}`;
}

function assignmentsInWords(all: Share, isComplete: boolean): string {
  if (all.existing === 0) return isComplete ? 'No assignment is set up yet' : stillLoading;
  return `${shareCounts(all)} assignments${isComplete ? '' : ', still loading'}`;
}

/** A person who reads the journal alone also sees amounts and old lines. */
export function JournalFigures({
  checks,
  all,
  isOnly,
}: {
  checks: JournalChecks | undefined;
  all: LinesAdded | undefined;
  isOnly: boolean;
}) {
  const links = useOverviewLinks();
  const currency = use(CompanyCurrency);
  const found = (id: string) => linesInWords(checks?.checks.find((check) => check.id === id)?.lines);
  const [noEntity, old] = [found('no-entity'), found('older-than-30-days')];
  return (
    <>
      <KeyFigure
        label="Journal lines waiting"
        value={checks && inDigits(checks.lines)}
        about={
          checks && (isOnly ? 'not posted yet' : `${noEntity} without an entity, ${old} older than 30 days`)
        }
        href={links.journal()}
        isPlain={isOnly}
      />
      {isOnly && (
        <>
          <KeyFigure
            label="Older than 30 days"
            value={checks && old}
            about="lines"
            href={links.journal({ check: 'older-than-30-days' })}
            isPlain
          />
          <KeyFigure
            label="Net amount waiting"
            value={all && amountInDigits(all.sums[amountSum] ?? '0', currency)}
            about="in minus out over all journal lines; opens the amounts by entity"
            href={links.journal({ by: 'BssiEntityID', order: '-Amount.net' })}
            isPlain
          />
        </>
      )}
    </>
  );
}

function linesInWords(lines: number | null | undefined): string {
  return lines == null ? '–' : inDigits(lines);
}

/** Counts back from today to the first day whose changes the log does not count. */
export function trendOf({ days }: Pick<Activity, 'days'>, { granted }: Pick<Share, 'granted'>) {
  const values: number[] = [];
  let after = granted;
  for (const { growth } of days.toReversed()) {
    values.unshift(after);
    if (growth === null) break;
    after -= growth;
  }
  return { days: days.slice(-values.length), values };
}
