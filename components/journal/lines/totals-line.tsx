'use client';

import { use } from 'react';
import { CompanyCurrency } from '@/lib/client/connection';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import { columnsOf, type RowsModel } from '../table/table-model';
import { formatWithCode } from '../value-format';

const always = ['Quantity', 'Amount'];

/** What quantities and amounts of all lines that match come to; those that find no room are left out. */
export function TotalsLine({ page, table }: { page: JournalPage; table: RowsModel }) {
  const currency = use(CompanyCurrency);
  const { sums, arrived } = page;
  if (arrived !== undefined) return <span>added up when all are read</span>;
  const others = columnsOf(table).flatMap(({ id }) => (always.includes(id) ? [] : [id]));
  const shown = [...always, ...others].flatMap((name) => journalField(name) ?? []);
  return shown
    .filter(({ name }) => sums?.[name] !== undefined)
    .map((field) => (
      <span key={field.name}>
        {field.label}{' '}
        <span className="font-medium text-text">{formatWithCode(field, sums?.[field.name], currency)}</span>
      </span>
    ));
}
