'use client';

import { use } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Popover } from '@/components/ui/overlays/popover';
import { CompanyCurrency } from '@/lib/client/connection';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { countsGoods, isMixed, leftOutOfFlows, summed, sumLabel } from '@/lib/domain/journal/movement';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { sumClass, sumWords } from '../value-format';
import { TotalsPanel } from './totals-panel';

interface TotalsLineProps {
  page: JournalPage;
  query: JournalQuery;
  connection: string;
}

/** The net amount with in and out, other net sums where there is space, and a panel with all totals. */
export function TotalsLine({ page, query, connection }: TotalsLineProps) {
  const currency = use(CompanyCurrency);
  const { sums = {}, arrived } = page;
  if (arrived !== undefined) return <span>added up when all are read</span>;
  // Quantities that leave out revaluations stand only in the panel, which explains them.
  const isPartial = (name: string): boolean => {
    const field = summed(name)?.field;
    return (page.revalued ?? 0) > 0 && field !== undefined && countsGoods(field);
  };
  const others = Object.keys(sums).filter(
    (name) => !name.startsWith('Amount.') && !isMixed(page, name) && !isPartial(name),
  );
  const left = leftOutOfFlows({ uncounted: page.uncounted });
  const words = (name: string): string => {
    const sum = summed(name);
    return sum === undefined ? '' : sumWords(page, sum, currency);
  };
  const net = (name: string) => {
    const sum = summed(name);
    return (
      sum && (
        <span key={name}>
          {sumLabel(sum)}{' '}
          <span className={classNames('font-medium', sumClass(sums[name]))}>{words(name)}</span>
        </span>
      )
    );
  };
  return (
    <>
      <div className="flex min-w-0 items-center gap-x-4 sm:shrink-0">
        <Popover
          label="Totals"
          align="above"
          className="w-max max-w-[calc(100vw-2rem)]"
          trigger={<Button size="sm">Totals</Button>}
        >
          <TotalsPanel {...{ query, connection }} />
        </Popover>
        {/* Two lines, so that in and out fit beside the pager. */}
        <span className="flex min-h-8 flex-col text-xs leading-4 whitespace-nowrap">
          {net('Amount.net')}
          <span className="flex gap-x-1 max-sm:flex-wrap">
            <span>in {words('Amount.in')},</span> <span>out {words('Amount.out')}</span>
          </span>
        </span>
      </div>
      {/* A phone has them in the panel alone. */}
      <span className="contents max-sm:hidden">
        {others.map((name) => (
          <span key={name} className="text-xs leading-4 whitespace-nowrap *:flex *:flex-col">
            {net(name)}
          </span>
        ))}
        {left.length > 0 && <span title={left.join(' ')}>{left[0]}</span>}
      </span>
    </>
  );
}
