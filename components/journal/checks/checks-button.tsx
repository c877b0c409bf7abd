'use client';

import { ListChecks, OctagonAlert } from 'lucide-react';
import type { JournalAddress } from '@/components/journal/journal-address';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { counted } from '@/lib/domain/counted';
import { unknownInWords } from '@/lib/domain/journal/checks';
import { useJournalChecks } from './use-journal-checks';

interface ChecksButtonProps {
  address: JournalAddress;
  connection: string;
  /** Whether the lines are there: the page asks for the counts of another filter after its lines. */
  isReady: boolean;
  isOpen: boolean;
  onPress: () => void;
}

/** Opens and closes the checks before posting; says how many checks find lines, and how many lines must not be posted. */
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
        {/* As wide before it comes. */}
        <span className="tabular inline-block min-w-6 text-left font-normal text-text-muted">
          {found !== undefined && `(${String(found)})`}
        </span>
      </Button>
      {/* The counts leave the chosen check out. It stands where the row has room, so that nothing moves when it comes. */}
      {address.query.check === null && data !== undefined && words.length > 0 && (
        <Button
          ref={rescueFocus}
          variant="ghost"
          title={data.any.title}
          // At the end of its row, in the room that is left there: it comes late, and moves nothing.
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
