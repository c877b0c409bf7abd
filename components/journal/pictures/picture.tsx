'use client';

import { use, useId, useState, type ReactNode } from 'react';
import type { JournalAddress } from '@/components/journal/journal-address';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { DataTable } from '@/components/ui/tables/data-table';
import { CompanyCurrency } from '@/lib/client/connection';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { inDigits } from '@/lib/domain/reader-formats';
import { BarLink, type BarLinksProps } from './bar-links';
import { barWords, type Bar } from './bars';
import { addedWords, amountOf } from './measure';

interface PictureProps {
  /** "Posting Date, by week" */
  title: string;
  /** What all bars together come to, and what is left out of the drawing. */
  summary: string;
  address: JournalAddress;
  by: GroupingKey;
  /** All of them, for the table. */
  bars: readonly Bar[];
  className?: string;
  children: (links: Pick<BarLinksProps, 'label' | 'onPoint'>) => ReactNode;
}

/** A picture of lines with a line that says what is pointed at, and the same figures as a table. */
export function Picture({ title, summary, address, by, bars, className, children }: PictureProps) {
  const id = useId();
  const currency = use(CompanyCurrency);
  const [isTable, setTable] = useState(false);
  const [pointedAt, point] = useState<Bar['value'] | null>(null);
  const pointed = isTable ? undefined : bars.find(({ value }) => value === pointedAt);
  return (
    <section aria-labelledby={id} className={classNames('break-inside-avoid', className)}>
      <div className="flex items-center justify-between gap-2">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        <Button
          size="sm"
          variant="ghost"
          data-print="hide"
          aria-pressed={isTable}
          aria-label={`${title} as table`}
          onPress={() => setTable(!isTable)}
        >
          As table
        </Button>
      </div>
      <p className="tabular truncate text-xs text-text-muted">
        {pointed === undefined ? summary : `${barWords(by, pointed)}: ${addedWords(pointed.added, currency)}`}
      </p>
      {isTable ? (
        <DataTable
          label={`${title}, as table`}
          className="mt-2 max-h-96"
          items={bars}
          keyOf={({ value }) => String(value)}
          columns={[
            {
              name: by.field.label,
              cell: (bar) => (
                <BarLink
                  {...{ address, by, bar }}
                  className="rounded-sm text-accent-text underline underline-offset-2"
                >
                  {barWords(by, bar)}
                </BarLink>
              ),
            },
            { name: 'Lines', cell: ({ added }) => inDigits(added.count), className: numbers },
            { name: 'Amount', cell: ({ added }) => amountOf(added, currency), className: numbers },
          ]}
        />
      ) : (
        children({ label: title, onPoint: (bar) => point(bar?.value ?? null) })
      )}
    </section>
  );
}

const numbers = 'tabular text-right!';
