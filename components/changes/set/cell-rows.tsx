'use client';

import Link from 'next/link';
import { Instant } from '@/components/ui/instant';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import type { ChangeCell } from '@/lib/contract/changes';
import { recordInWords } from '@/lib/domain/access/access-words';
import { stepInWords } from '@/lib/domain/changes/change-words';
import { cancelledWords } from '@/lib/domain/changes/outcome-meanings';
import { CellNames } from './cell-names';
import { useChangeLinks } from '@/components/changes/change-links';
import { OutcomeBadge } from '@/components/changes/outcome/outcome-counts';
import { outcomeWords } from '@/components/changes/outcome/outcome-words';
import { rowClasses } from '@/components/changes/table-classes';

/** From what to what: the value before as it was read, or else as it was seen. */
function stepOf({ before, expected, accessible, state }: ChangeCell): string {
  const from = before ?? expected;
  if (state === 'already') return stepInWords(accessible, accessible).split(' → ')[1] ?? '';
  if (from === null) return accessible ? 'give access' : 'remove access';
  return stepInWords(from, accessible);
}

/** One assignment of a set in the table. */
export function CellRow({ cell }: { cell: ChangeCell }) {
  const links = useChangeLinks();
  const step = stepOf(cell);
  return (
    <tr className={rowClasses}>
      <th scope="row" className="min-w-40 text-left font-normal">
        <Link
          href={links.history(cell)}
          className="rounded-sm font-medium wrap-anywhere hover:text-accent-text hover:underline"
        >
          {recordInWords(cell)}
          <span className="text-text-muted">, entity {cell.entityId}</span>
        </Link>
        <CellNames cell={cell} />
        <span className="block text-xs text-text-muted sm:hidden">{step}</span>
      </th>
      <td className="whitespace-nowrap max-sm:hidden">{step}</td>
      <td className="min-w-36">
        <OutcomeBadge state={cell.state} />
        {!['', cancelledWords, outcomeWords[cell.state].meaning].includes(cell.detail) && (
          <p className="mt-0.5 max-w-prose text-xs wrap-anywhere text-text-muted">{cell.detail}</p>
        )}
      </td>
      <td className="text-right text-text-muted max-md:hidden">
        {cell.settledAt !== null && <Instant at={cell.settledAt} />}
        {cell.sends > 1 && <span className="block text-xs">sent {cell.sends} times</span>}
      </td>
    </tr>
  );
}

/** Rows that are still being read. */
export function CellRowsSkeleton() {
  return Array.from({ length: 10 }, (_, row) => (
    <tr key={row} aria-hidden="true" className={rowClasses}>
      <td>
        <Skeleton className={row % 3 === 1 ? 'h-5 w-40' : 'h-5 w-52'} />
      </td>
      <td className="max-sm:hidden">
        <Skeleton className="h-5 w-36" />
      </td>
      <td>
        <Skeleton className="h-5 w-20" />
      </td>
      <td className="max-md:hidden">
        <Skeleton className="ml-auto h-5 w-14" />
      </td>
    </tr>
  ));
}
