'use client';

import { use } from 'react';
import type { JournalPage } from '@/lib/contract/journal/journal';
import type { JournalField } from '@/lib/domain/journal/fields';
import { CompanyCurrency } from '@/lib/client/connection';
import { formatWithCode } from '../value-format';
import { journalField } from '@/lib/domain/journal/field-index';

interface FilterTotalsProps {
  /** Over all lines that the filter matches; undefined: not all of them have been read. */
  sums: JournalPage['sums'];
  /** Fields whose columns are shown. */
  fields: readonly JournalField[];
}

const always = ['Quantity', 'Amount'];

/** What quantities and amounts of the lines come to; those that find no room are left out. */
export function FilterTotals({ sums, fields }: FilterTotalsProps) {
  const currency = use(CompanyCurrency);
  if (sums === undefined) return <span>added up when all are read</span>;
  const others = fields.filter(({ name }) => !always.includes(name));
  const shown = [...always.flatMap((name) => journalField(name) ?? []), ...others];
  return shown
    .filter(({ name }) => sums[name] !== undefined)
    .map((field) => (
      <span key={field.name}>
        {field.label}{' '}
        <span className="font-medium text-text">{formatWithCode(field, sums[field.name], currency)}</span>
      </span>
    ));
}
