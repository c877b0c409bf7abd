'use client';

import { use } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { lineSearches } from '@/components/journal/analysis/group-address';
import { CopyAge } from '@/components/journal/analysis/groups-answer';
import type { JournalAddress } from '@/components/journal/journal-address';
import { Badge } from '@/components/ui/feedback/badge';
import { buttonClasses } from '@/components/ui/button-classes';
import { classNames } from '@/components/ui/class-names';
import { isPlainPress } from '@/components/ui/plain-press';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { useWide } from '@/components/ui/window-width';
import { showSearch } from '@/lib/client/address/use-address';
import { problemOf } from '@/lib/client/api';
import { CompanyCurrency } from '@/lib/client/connection';
import { journalRetryMs, journalChecksQuery } from '@/lib/client/journal/journal';
import type { JournalCheckCount, JournalChecks } from '@/lib/contract/journal/journal-checks';
import { counted, plural } from '@/lib/domain/counted';
import { checkMeaning, checkTexts } from '@/lib/domain/journal/check-texts';
import { journalCheck, type CheckId } from '@/lib/domain/journal/checks';
import { isNarrowed } from '@/lib/domain/journal/conditions-list';
import { inDigits } from '@/lib/domain/reader-formats';

export interface ChecksListProps {
  address: JournalAddress;
  connection: string;
  onClose: () => void;
}

/** Each check with its lines, which a press shows. */
export function ChecksList({ address, connection, onClose }: ChecksListProps) {
  const isDocked = useWide();
  const currency = use(CompanyCurrency);
  const { data, error, isPlaceholderData, errorUpdatedAt, isFetching, refetch } = useQuery(
    journalChecksQuery(address.query, address.day, connection),
  );
  if (data === undefined)
    return error === null ? (
      <Waiting />
    ) : (
      <ProblemView
        problem={problemOf(error)}
        retrying={{ failedAt: errorUpdatedAt, everyMs: journalRetryMs, isTrying: isFetching }}
        onRetry={() => void refetch()}
      />
    );
  const all = [data.any, ...data.checks];
  const found = all.filter(({ lines }) => lines !== null && lines > 0);
  const unknown = all.filter(({ lines }) => lines === null);
  const unlisted = unlistedCheck(data, address.query.check);
  const clear = data.checks.filter(({ lines }) => lines === 0);
  const searchOf = lineSearches(address);
  const linkTo = (id: string | null): FoundCheckProps['link'] => {
    const href = searchOf({ check: journalCheck(id ?? '')?.id ?? null });
    return {
      href,
      onFollow: () => {
        showSearch(href);
        if (!isDocked) onClose(); // the sheet covers the lines
      },
    };
  };
  return (
    <div aria-busy={isPlaceholderData} className="flex flex-col gap-4">
      {error !== null && <ProblemView problem={problemOf(error)} what="The checks" hasData retrying />}
      <Summary data={data} isFiltered={isNarrowed(address.query)} />
      <ul className="flex flex-col gap-3">
        {unlisted !== undefined && (
          <FoundCheck
            check={{
              ...unlisted,
              ...checkTexts[unlisted.id],
              meaning: checkMeaning(unlisted.id, currency),
              lines: null,
            }}
            isShown
            link={linkTo(null)}
          />
        )}
        {found.map((check) => (
          <FoundCheck
            key={check.id}
            check={check}
            isShown={address.query.check === check.id}
            link={linkTo(address.query.check === check.id ? null : check.id)}
          />
        ))}
        {unknown.map(({ id, title, meaning, why }) => (
          <li key={id} className="rounded-md border border-line p-3">
            <div className="flex items-start justify-between gap-3">
              <h3 className="font-semibold">{title}</h3>
              <Badge>Not known</Badge>
            </div>
            <p className="text-sm text-text-muted">{meaning}</p>
            <p className="mt-1 text-sm">{why}</p>
          </li>
        ))}
      </ul>
      {clear.length > 0 && (
        <section aria-labelledby="clear-checks">
          <h3 id="clear-checks" className="mb-1 text-sm font-semibold text-text-muted">
            Nothing found
          </h3>
          <ul className="flex flex-col gap-2">
            {clear.map(({ id, title, meaning }) => (
              <li key={id} className="flex items-baseline gap-2 text-sm text-text-muted">
                <Check aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5 text-success" />
                <div>
                  {title}
                  <p className="text-xs">{meaning}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Summary({ data, isFiltered }: { data: JournalChecks; isFiltered: boolean }) {
  const { checks, lines } = data;
  const found = checks.filter((check) => check.lines !== null && check.lines > 0).length;
  return (
    <div className="text-sm">
      <Status className="tabular">
        {found === 0
          ? 'No check finds anything'
          : `${inDigits(found)} of ${counted(checks.length, 'check')} ${plural(found, 'finds', 'find')} lines`}{' '}
        among {counted(lines, 'line')}
        {isFiltered ? ' that match the other filters.' : '.'}
      </Status>
      <CopyAge {...data} />
    </div>
  );
}

interface FoundCheckProps {
  /** Null lines: the check whose lines are shown. */
  check: Pick<JournalCheckCount, 'title' | 'meaning' | 'advice' | 'lines'>;
  isShown: boolean;
  /** Link to its lines; where these are shown, to all lines. */
  link: { href: string; onFollow: () => void };
}

function FoundCheck({ check: { title, meaning, advice, lines }, isShown, link }: FoundCheckProps) {
  const many = counted(lines ?? 0, 'line');
  return (
    <li
      className={`rounded-md border p-3 ${isShown ? 'border-accent bg-accent-soft' : 'border-line bg-surface'}`}
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-semibold">{title}</h3>
        {/* One element for both states, so that it keeps the focus. */}
        <a
          href={link.href}
          aria-label={isShown ? `Show all lines again, not only: ${title}` : `Show ${many}: ${title}`}
          className={classNames(buttonClasses('secondary', 'sm'), 'tabular')}
          onClick={(event) => {
            if (!isPlainPress(event)) return;
            event.preventDefault();
            link.onFollow();
          }}
        >
          {isShown ? 'Show all lines again' : `Show ${many}`}
        </a>
      </div>
      {isShown && (
        <p className="tabular text-sm font-medium text-accent-text">
          {lines === null ? 'Shown now' : `${many}, shown now`}
        </p>
      )}
      <p className="mt-1 text-sm text-text-muted">{meaning}</p>
      <p className="mt-1 text-sm">{advice}</p>
    </li>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <Status className="text-sm text-text-muted">Checking the lines. The first time takes longest.</Status>
      {[0, 1, 2, 3].map((at) => (
        <Skeleton key={at} className="h-24" />
      ))}
    </div>
  );
}

/** The shown check where the answer does not list it: a link of a person with other roles may name it. */
function unlistedCheck({ any, checks }: JournalChecks, shown: CheckId | null) {
  if (shown === null || [any, ...checks].some(({ id }) => id === shown)) return undefined;
  return journalCheck(shown);
}
