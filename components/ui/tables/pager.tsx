import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { inDigits } from '@/lib/domain/reader-formats';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Status } from '@/components/ui/feedback/status';

interface ShownPage {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Items on this page. */
  count: number;
  /** Items on all pages; null where nobody knows. */
  total: number | null;
}

interface PagerProps {
  /** Undefined while no page is there. */
  shown: ShownPage | undefined;
  onGo: (page: number) => void;
  /** What to say of a list without items; '' unless told. */
  nothing?: string;
  /** Before the words, as a choice of the page's size. */
  children?: ReactNode;
  className?: string;
}

/** Which items of how many are shown, and the way to the others. */
export function Pager({ shown, onGo, nothing = '', children, className }: PagerProps) {
  const { page, pageSize, count, total } = shown ?? { page: 1, pageSize: 1, count: 0, total: 0 };
  const last = total === null ? null : Math.max(1, Math.ceil(total / pageSize));
  const isAtEnd = shown === undefined || (last === null ? count < pageSize : page >= last);
  const steps = [
    { label: 'First page', Icon: ChevronFirst, to: 1, isDisabled: page <= 1 },
    {
      label: 'Previous page',
      Icon: ChevronLeft,
      to: Math.min(page - 1, last ?? page),
      isDisabled: page <= 1,
    },
    { label: 'Next page', Icon: ChevronRight, to: page + 1, isDisabled: isAtEnd },
    { label: 'Last page', Icon: ChevronLast, to: last ?? page, isDisabled: last === null || isAtEnd },
  ];
  const isOnly = last === 1 && page <= 1 && children === undefined;
  return (
    <nav
      aria-label="Pages"
      data-print={isOnly ? 'hide' : undefined}
      className={classNames('flex flex-wrap items-center gap-x-2 gap-y-1', className)}
    >
      {children}
      {/* Room for its words, so that nothing moves when they come. */}
      <Status
        as="span"
        className={classNames(
          'tabular text-sm whitespace-nowrap text-text-muted',
          children !== undefined && 'min-w-24 text-end sm:min-w-40',
        )}
      >
        {shown !== undefined && rangeInWords(shown, nothing)}
      </Status>
      {!isOnly && (
        <span data-print="hide" className="flex gap-1">
          {steps.map(({ label, Icon, to, isDisabled }) => (
            <IconButton
              key={label}
              label={label}
              icon={<Icon aria-hidden="true" />}
              keepsFocus
              isDisabled={isDisabled}
              onPress={() => onGo(to)}
            />
          ))}
        </span>
      )}
    </nav>
  );
}

function rangeInWords({ page, pageSize, count, total }: ShownPage, nothing: string): string {
  if (count === 0) return total === null || total === 0 ? nothing : `None of ${inDigits(total)}`;
  const first = (page - 1) * pageSize + 1;
  const last = first + count - 1;
  const range = `${inDigits(first)}–${inDigits(last)}`;
  return total === null ? `${range} of at least ${inDigits(last)}` : `${range} of ${inDigits(total)}`;
}

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
