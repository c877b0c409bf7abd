import { ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';

interface OlderNewerProps {
  /** Whether an older page is shown than the newest. */
  isOlder: boolean;
  /** Where this page ends; null at the end of everything. */
  next: string | null;
  onGo: (before: string | null) => void;
}

/** The ways through a list that is read from its newest end; on paper, that it is not all of it. */
export function OlderNewer({ isOlder, next, onGo }: OlderNewerProps) {
  if (!isOlder && next === null) return null;
  const others = [isOlder && 'newer', next !== null && 'older'].filter((part) => part !== false);
  return (
    <>
      <p className="hidden text-sm print:block">
        This is one page of the list. There are {others.join(' and ')} ones on others.
      </p>
      <nav
        ref={rescueFocus}
        aria-label="Pages"
        data-print="hide"
        className="flex items-center justify-between gap-2"
      >
        <Button keepsFocus isDisabled={!isOlder} onPress={() => onGo(null)}>
          <ChevronsLeft aria-hidden="true" className="size-4" />
          Newest
        </Button>
        <Button keepsFocus isDisabled={next === null} onPress={() => onGo(next)}>
          Older
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </nav>
    </>
  );
}
