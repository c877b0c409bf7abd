'use client';

import { ListChecks, OctagonAlert } from 'lucide-react';
import type { JournalAddress } from '@/components/journal/journal-address';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { counted } from '@/lib/domain/counted';
import { unknownInWords } from '@/lib/domain/journal/checks';
import { useQuery } from '@tanstack/react-query';
import { askedWhile } from '@/lib/client/api';
import { journalChecksQuery } from '@/lib/client/journal/journal';

interface ChecksButtonProps {
  address: JournalAddress;
  connection: string;
  /** Whether the lines are read: counts are read after them. */
  isReady: boolean;
  isOpen: boolean;
  onPress: () => void;
}

export function ChecksButton({ address, connection, isReady, isOpen, onPress }: ChecksButtonProps) {
  const { data } = useJournalChecks(address, connection, isReady);
  const found = data?.checks.filter(({ lines }) => lines !== null && lines > 0).length;
  const unknown = data && unknownInWords(data);
  const words = [
    (data?.any.lines ?? 0) > 0 && `${counted(data?.any.lines ?? 0, 'line')} must not be posted`,
    unknown,
  ].filter(Boolean);
  return (
    <>
      <Button aria-expanded={isOpen} onPress={onPress}>
        <ListChecks aria-hidden="true" className="size-4" />
        Checks
        {/* Fixed width before the count loads. */}
        <span className="tabular inline-block min-w-6 text-left font-normal text-text-muted">
          {found !== undefined && `(${String(found)})`}
        </span>
      </Button>
      {/* The counts ignore the chosen check. The button takes the remaining width, so that nothing moves when it appears. */}
      {address.query.check === null && data !== undefined && words.length > 0 && (
        <Button
          ref={rescueFocus}
          variant="ghost"
          title={data.any.title}
          className="tabular order-last min-w-0 shrink! grow basis-0 justify-start! font-normal! text-text! @max-5xl:hidden"
          onPress={() => address.showCheck(data.any.id)}
        >
          <OctagonAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
          <span className="truncate">{words.join(', ')}</span>
        </Button>
      )}
    </>
  );
}

/** @param isReady whether the lines are read: counts are read after them. */
export function useJournalChecks({ query, day }: JournalAddress, connection: string, isReady: boolean) {
  return useQuery({
    ...journalChecksQuery(query, day, connection),
    enabled: askedWhile(isReady),
  });
}
