import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import type { Activity } from '@/lib/contract/changes/activity';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import type { ConnectionList } from '@/lib/contract/connections';
import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import type { Metadata } from '@/lib/contract/metadata';
import { waitingInWords } from '@/lib/domain/changes/waiting-outside';
import { setTitle } from '@/lib/domain/changes/change-words';
import { durationInWords, finishedOf } from '@/lib/domain/changes/progress-figures';
import { counted, plural } from '@/lib/domain/counted';
import { journalCheck, unknownInWords } from '@/lib/domain/journal/checks';
import { inDigits } from '@/lib/domain/reader-formats';
import { secretInWords } from '@/lib/domain/secret-expiry';
import type { OverviewLinks } from './overview-links';

export interface AttentionItem {
  key: string;
  /** Something is wrong, may be wrong, or is under way. */
  tone: 'danger' | 'warning' | 'accent';
  title: string;
  more: string;
  step: { label: string; href: string };
}

/** Undefined: not read yet, or not allowed. */
export interface AttentionSources {
  connection: ConnectionList['value'][number] | undefined;
  access: AccessSummary | undefined;
  activity: Activity | undefined;
  active: readonly ChangeSet[] | undefined;
  checks: JournalChecks | undefined;
  drift: Metadata['drift'] | undefined;
  /** Epoch ms. */
  now: number;
}

/** The worst come first. */
export function attentionItems(sources: AttentionSources, links: OverviewLinks): AttentionItem[] {
  const items = [
    ...connectionItems(sources, links),
    ...changeItems(sources, links),
    ...checkItems(sources, links),
    ...driftItems(sources, links),
    ...labelsItems(sources, links),
  ];
  const order = { danger: 0, warning: 1, accent: 2 };
  return items.sort((a, b) => order[a.tone] - order[b.tone]);
}

function connectionItems(
  { connection, access, now }: AttentionSources,
  links: OverviewLinks,
): AttentionItem[] {
  const items: AttentionItem[] = [];
  const read = access?.problem;
  const problem = connection?.health.problem ?? (read?.title === undefined ? read?.detail : undefined);
  if (problem !== undefined)
    items.push({
      key: 'connection',
      tone: 'danger',
      title: 'The service does not respond as it should',
      more: problem,
      step: { label: 'Open', href: links.connections() },
    });
  const secret = secretInWords(connection?.secretExpires ?? null, now);
  if (secret.isNear)
    items.push({
      key: 'secret',
      tone: secret.hasEnded ? 'danger' : 'warning',
      title: `The secret for the service ${secret.hasEnded ? 'has ended' : 'ends soon'}`,
      more: `${secret.words}.`,
      step: { label: 'Open', href: links.connections() },
    });
  if (read?.title !== undefined)
    items.push({
      key: 'read',
      tone: 'warning',
      title: read.title,
      more: read.detail,
      step: { label: 'Show', href: links.access() },
    });
  if (access?.doubt != null)
    items.push({
      key: 'doubt',
      tone: 'warning',
      title: access.doubt,
      more: 'Changes from outside are not recorded until the rows are back or an administrator accepts the list.',
      step: { label: 'Show', href: links.access() },
    });
  return items;
}

function changeItems({ activity, active = [] }: AttentionSources, links: OverviewLinks): AttentionItem[] {
  const items: AttentionItem[] = [];
  for (const set of active) {
    const { total, [unconfirmedState]: unconfirmed } = set.counts;
    const open = unconfirmed === 0 ? '' : `, ${inDigits(unconfirmed)} unconfirmed`;
    const isPaused = set.state === 'paused';
    items.push({
      key: set.id,
      tone: isPaused ? 'warning' : 'accent',
      title: `${setTitle(set)}${isPaused ? ', paused' : ''}`,
      more: `${inDigits(finishedOf(set.counts))} of ${inDigits(total)} finished${open}${leftWords(set)}${isPaused && set.pause !== null && set.pause.detail !== '' ? `. ${set.pause.detail}` : ''}`,
      step: { label: 'Open', href: links.changeSet(set.id) },
    });
  }
  if (activity === undefined) return items;
  const { unconfirmed, refused, outside } = activity;
  if (unconfirmed.sets > 0)
    items.push({
      key: 'unconfirmed',
      tone: 'danger',
      title: `${counted(unconfirmed.assignments, 'change')} unconfirmed`,
      more: 'Sent, but not confirmed by the service yet. The console keeps asking.',
      step: { label: 'Show', href: links.changes({ outcome: unconfirmedState }) },
    });
  if (refused.sets > 0)
    items.push({
      key: 'refused',
      tone: 'warning',
      title: `${counted(refused.assignments, 'change')} refused or failed`,
      more: `In ${counted(refused.sets, 'change set')} of the last ${String(activity.days.length)} days. These assignments stayed as they were.`,
      step: { label: 'Show', href: links.changes({ outcome: 'rejected', from: activity.days[0]?.day }) },
    });
  if (outside.waiting > 0)
    items.push({
      key: 'outside',
      tone: 'warning',
      title: `${waitingInWords(outside.waiting)} made outside this console, not reviewed yet`,
      more: 'See what changed and when, then mark them as reviewed.',
      step: { label: 'Show', href: links.changes({ kind: 'outside' }) },
    });
  return items;
}

function leftWords({ rate }: ChangeSet): string {
  return rate?.secondsLeft == null ? '' : `, about ${durationInWords(rate.secondsLeft)} left`;
}

function checkItems({ checks }: AttentionSources, links: OverviewLinks): AttentionItem[] {
  const unknown = checks === undefined ? null : unknownInWords(checks);
  const found = (checks?.checks ?? []).flatMap(({ id, title, lines, advice }): AttentionItem[] => {
    if (lines === null || lines === 0 || journalCheck(id)?.isReminder === true) return [];
    return [
      {
        key: id,
        tone: 'danger',
        title: `${title}: ${counted(lines, 'line')}`,
        more: advice,
        step: { label: 'Show', href: links.journal({ check: id }) },
      },
    ];
  });
  if (unknown === null) return found;
  const step = { label: 'Show', href: links.journal() };
  const more = `They need the access matrix. ${checks?.doubt ?? ''}`;
  return [...found, { key: 'checks', tone: 'warning', title: `Journal lines: ${unknown}`, more, step }];
}

/** The connection has the differences of an earlier read. */
function driftItems({ drift, connection }: AttentionSources, links: OverviewLinks): AttentionItem[] {
  const differences = drift?.length ?? connection?.drift ?? 0;
  if (differences === 0) return [];
  return [
    {
      key: 'drift',
      tone: 'warning',
      title: 'The service’s interface is not as expected',
      more: `${counted(differences, 'difference')}, ${plural(differences, 'listed with what it means', 'each listed with what it means')}.`,
      step: { label: 'Compare', href: links.metadata() },
    },
  ];
}

function labelsItems({ connection }: AttentionSources, links: OverviewLinks): AttentionItem[] {
  const problem = connection?.labelsProblem ?? null;
  if (problem === null) return [];
  return [
    {
      key: 'labels',
      tone: 'warning',
      title: 'The labels file could not be read',
      more: `${problem} Names are those read before.`,
      step: { label: 'Show', href: links.access() },
    },
  ];
}
