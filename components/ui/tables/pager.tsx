import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { inDigits } from '@/lib/domain/reader-formats';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { buttonClasses } from '@/components/ui/button-classes';
import { useSpokenAfterRows } from '@/components/ui/feedback/status';
import { inputClasses } from '@/components/ui/fields/field-frame';
import { Select } from '@/components/ui/fields/select';
import { isPlainPress } from '@/components/ui/plain-press';
import { rescueFocus } from '@/components/ui/rescue-focus';

interface ShownPage {
  /** From 1. */
  page: number;
  pageSize: number;
  count: number;
  total: number;
}

interface PagerProps extends ShownPage {
  /** With addresses, pages are links that work before hydration. */
  hrefOf?: ((page: number) => string) | undefined;
  onGo: (page: number) => void;
  /** In place of "101–200 of 3,000". */
  words?: string;
  /** Items are still being read: the last page is not known. */
  isGrowing?: boolean;
  sizes?: { label: string; of: readonly number[]; onChoose: (size: number) => void };
  className?: string;
}

/** Page numbers between the first and last buttons. */
const mostNumbers = 5;

export function Pager(props: PagerProps) {
  const { page, pageSize, total, hrefOf, onGo, isGrowing = false, sizes, className } = props;
  const words = props.words ?? rangeInWords(props);
  useSpokenAfterRows(words);
  const way = { hrefOf, onGo };
  const last = Math.max(1, Math.ceil(total / pageSize));
  const isOnly = last === 1 && page <= 1;
  const first = Math.max(1, Math.min(page - Math.floor(mostNumbers / 2), last - mostNumbers + 1));
  const numbers = Array.from({ length: Math.min(mostNumbers, last) }, (_, at) => first + at);
  return (
    <nav
      aria-label="Pages"
      data-print={isOnly ? 'hide' : undefined}
      className={classNames('flex flex-wrap items-center gap-x-2 gap-y-1', className)}
    >
      <span data-shown="" className="tabular text-sm whitespace-nowrap text-text-muted">
        {words}
      </span>
      {!isOnly && (
        <span data-print="hide" className="flex items-center">
          <Way {...way} label="First page" to={1} isDisabled={page <= 1}>
            <ChevronFirst />
          </Way>
          <Way {...way} label="Previous page" to={Math.min(page - 1, last)} isDisabled={page <= 1}>
            <ChevronLeft />
          </Way>
          {numbers.map((number) => (
            <Way
              key={number}
              {...way}
              label={`Page ${inDigits(number)}`}
              to={number}
              isCurrent={number === page}
              className={number === page ? undefined : 'max-sm:hidden short:hidden'}
            >
              {inDigits(number)}
            </Way>
          ))}
          <Way {...way} label="Next page" to={page + 1} isDisabled={page >= last}>
            <ChevronRight />
          </Way>
          <Way {...way} label="Last page" to={last} isDisabled={isGrowing || page >= last}>
            <ChevronLast />
          </Way>
        </span>
      )}
      {last > mostNumbers && <GoToPage last={last} onGo={onGo} />}
      {sizes && total > Math.min(...sizes.of) && (
        <Select
          label={sizes.label}
          hideLabel
          value={String(pageSize)}
          onChange={(size) => sizes.onChoose(Number(size))}
          options={sizes.of.map((size) => ({ value: String(size), label: `${inDigits(size)} a page` }))}
          className="w-28 print:hidden"
        />
      )}
    </nav>
  );
}

interface WayProps {
  hrefOf: PagerProps['hrefOf'];
  onGo: PagerProps['onGo'];
  label: string;
  to: number;
  isDisabled?: boolean;
  isCurrent?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A link where pages have addresses, else a button; disabled, it keeps the focus. */
function Way({
  hrefOf,
  onGo,
  label,
  to,
  isDisabled = false,
  isCurrent = false,
  className,
  children,
}: WayProps) {
  const look = classNames(
    'tabular h-8! min-w-8 px-1! [&_svg]:size-4',
    isCurrent && 'border-accent! bg-accent-soft font-semibold! text-accent-text!',
    className,
  );
  const own = { 'aria-label': label, 'aria-current': isCurrent ? 'page' : undefined } as const;
  const content = (
    <span title={label} aria-hidden="true" className="grid size-full place-items-center">
      {children}
    </span>
  );
  if (hrefOf === undefined)
    return (
      <Button
        {...own}
        variant="ghost"
        keepsFocus
        isDisabled={isDisabled}
        onPress={() => onGo(to)}
        className={look}
      >
        {content}
      </Button>
    );
  return (
    <a
      {...own}
      {...(isDisabled ? { role: 'link', 'aria-disabled': true, tabIndex: -1 } : { href: hrefOf(to) })}
      onClick={(event) => {
        if (isDisabled || !isPlainPress(event)) return;
        event.preventDefault();
        onGo(to);
      }}
      className={classNames(buttonClasses('ghost'), isDisabled && 'cursor-not-allowed! opacity-50', look)}
    >
      {content}
    </a>
  );
}

/** Enter opens a page; a number past the end means the last page. */
function GoToPage({ last, onGo }: { last: number; onGo: (page: number) => void }) {
  return (
    <label data-print="hide">
      <span className="sr-only">Go to page</span>
      <input
        type="text"
        inputMode="numeric"
        placeholder="Page"
        maxLength={9}
        autoComplete="off"
        className={classNames(inputClasses, 'w-14!')}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Enter') return;
          const page = Number(currentTarget.value.replace(/\D/g, ''));
          currentTarget.value = '';
          if (page > 0) onGo(Math.min(page, last));
        }}
      />
    </label>
  );
}

/** "101–200 of 3,000". */
export function rangeInWords({ page, pageSize, count, total }: ShownPage): string {
  if (count === 0) return total === 0 ? '' : `None of ${inDigits(total)}`;
  const first = (page - 1) * pageSize + 1;
  return `${inDigits(first)}–${inDigits(first + count - 1)} of ${inDigits(total)}`;
}

interface OlderNewerProps {
  isOlder: boolean;
  /** Null: there are no older items. */
  next: string | null;
  onGo: (before: string | null) => void;
}

/** Ways through a list with its newest items first; paper says that this is one page of it. */
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
