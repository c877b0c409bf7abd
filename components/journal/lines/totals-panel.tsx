'use client';

import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { DataTable } from '@/components/ui/tables/data-table';
import { problemOf } from '@/lib/client/api';
import { CompanyCurrency } from '@/lib/client/connection';
import { journalGroupsQuery } from '@/lib/client/journal/journal';
import type { JournalGroups, LinesAdded } from '@/lib/contract/journal/journal';
import { flows, isMixed, leftOutOfFlows, summed, sumLabel } from '@/lib/domain/journal/movement';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { activeFilters } from '../filters/filter-words';
import { severalUnits, sumClass, sumWords } from '../value-format';

const sums = ['Amount', 'Quantity']
  .flatMap((field) => flows.map((flow) => `${field}.${flow}`))
  .flatMap((name) => summed(name) ?? []);
const byEntryType = { by: ['EntryType'], sum: sums.map(({ name }) => name), pivot: null };

interface TotalsPanelProps {
  query: JournalQuery;
  connection: string;
}

export function TotalsPanel({ query, connection }: TotalsPanelProps) {
  const currency = use(CompanyCurrency);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    journalGroupsQuery(query, byEntryType, connection),
  );
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-48" />
    ) : (
      <ProblemView
        problem={problemOf(error)}
        what="The totals"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const rows = [
    ...data.groups.map(({ key: [type], ...added }) => ({ name: String(type) || '(empty)', added })),
    { name: 'All', added: data.total },
  ];
  return (
    <>
      <h2 className="mb-1 text-sm font-medium">{linesInWords(data, query)}</h2>
      <DataTable
        label="Totals by entry type"
        className="max-h-[60dvh]"
        isBusy={isPlaceholderData}
        items={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Entry Type', cell: ({ name }) => name },
          { name: 'Lines', cell: ({ added }) => inDigits(added.count), className: figure },
          ...sums.map((sum) => ({
            name: sumLabel(sum),
            cell: ({ added }: { added: LinesAdded }) =>
              isMixed(added, sum.name) ? (
                sum.flow === 'net' && severalUnits
              ) : (
                <span className={sumClass(added.sums[sum.name])}>{sumWords(added, sum, currency)}</span>
              ),
            className: figure,
          })),
        ]}
      />
      {[...unitsHint(data.total), ...leftOutOfFlows(data)].map((words) => (
        <p key={words} className="mt-1 text-xs text-text-muted">
          {words}
        </p>
      ))}
    </>
  );
}

/** Which lines are added up: "All 3,000 journal lines, on all pages". */
function linesInWords({ total: { count } }: JournalGroups, query: JournalQuery): string {
  const lines = counted(count, 'journal line');
  return activeFilters(query).length === 0
    ? `All ${lines}, on all pages`
    : `${lines} that ${count === 1 ? 'matches' : 'match'} the filters, on all pages`;
}

function unitsHint(all: LinesAdded): string[] {
  return isMixed(all, 'Quantity.net') ? ['For quantities by unit, group by Unit of Measure Code.'] : [];
}

const figure = 'tabular text-right! whitespace-nowrap';
