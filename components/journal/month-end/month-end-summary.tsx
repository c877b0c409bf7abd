'use client';

import { OctagonAlert } from 'lucide-react';
import { useJournalChecks } from '@/components/journal/checks/use-journal-checks';
import type { JournalAddress } from '@/components/journal/journal-address';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { counted } from '@/lib/domain/counted';
import { unknownInWords } from '@/lib/domain/journal/checks';
import { inDigits } from '@/lib/domain/reader-formats';

const quietLine = 'tabular truncate text-xs text-text-muted max-sm:hidden short:hidden';

interface MonthEndSummaryProps {
  address: JournalAddress;
  connection: string;
  /** Whether the lines are there. */
  isReady: boolean;
}

/** How many lines must not be posted, and the way to them. Nothing where a check is chosen: it counts by all other conditions. */
export function MonthEndSummary({ address, connection, isReady }: MonthEndSummaryProps) {
  const { data } = useJournalChecks(address, connection, isReady);
  if (data === undefined || address.query.check !== null) return null;
  const { any, lines } = data;
  const unknown = unknownInWords(data);
  if (lines === 0 || (any.lines === null && unknown === null)) return null;
  const title = any.title.charAt(0).toLowerCase() + any.title.slice(1);
  if (any.lines === null) return <p className={quietLine}>{unknown}</p>;
  if (any.lines === 0)
    return (
      <p className={quietLine}>
        No check keeps {lines === 1 ? 'this line' : `these ${counted(lines, 'line')}`} from being posted
        {any.id === 'any' ? '' : ', access not checked'}
      </p>
    );
  return (
    <Button
      ref={rescueFocus}
      size="sm"
      variant="ghost"
      title={unknown === null ? title : `${title}, ${unknown}`}
      className="tabular -mx-2 max-w-[calc(100%+1rem)] shrink! font-normal! text-text!"
      onPress={() => address.showCheck(any.id)}
    >
      <OctagonAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
      <span className="truncate">
        {inDigits(any.lines)}
        <span className="hidden roomy:inline"> of {counted(lines, 'line')}</span> {title}
        {unknown !== null && `, ${unknown}`}
      </span>
    </Button>
  );
}
