'use client';

import { use } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Age } from '@/components/ui/instant';
import { journalTotalsQuery } from '@/lib/client/journal/journal';
import { counted } from '@/lib/domain/counted';
import type { JournalField } from '@/lib/domain/journal/fields';
import { addsUp } from '@/lib/domain/journal/grouping';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { CompanyCurrency } from '@/lib/client/connection';
import { formatWithCode } from '../value-format';
import { journalField } from '@/lib/domain/journal/field-index';

interface FilterTotalsProps {
  query: JournalQuery;
  connection: string;
  /** Fields whose columns are shown. */
  fields: readonly JournalField[];
  /** How many lines the grid counts, and when they were read. */
  lines: number;
  asOf: string;
}

const always = ['Quantity', 'Amount'];
const most = 8;

/** What quantities and amounts come to over all lines that the filter matches; those that find no room are left out. */
export function FilterTotals({ query, connection, fields, lines, asOf }: FilterTotalsProps) {
  const shown = fields.filter((field) => addsUp(field) && !always.includes(field.name));
  const summed = [...always.flatMap((name) => journalField(name) ?? []), ...shown].slice(0, most);
  const currency = use(CompanyCurrency);
  const names = summed.map(({ name }) => name);
  const { data, error, isPlaceholderData } = useQuery(journalTotalsQuery(query, names, connection));
  // Those before belong to another filter.
  if (data === undefined || isPlaceholderData)
    return <span className="text-text-muted">{error ? 'not added up' : 'adding up…'}</span>;
  const { sums, count } = data.total;
  return (
    <>
      {/* First: what finds no room is left out at the end. */}
      {(count !== lines || data.asOf !== asOf) && (
        <span>
          total of {count === lines ? 'the lines' : counted(count, 'line')} read <Age at={data.asOf} />
        </span>
      )}
      {summed.map((field) => (
        <span key={field.name}>
          {field.label}{' '}
          <span className="font-medium text-text">{formatWithCode(field, sums[field.name], currency)}</span>
        </span>
      ))}
    </>
  );
}
