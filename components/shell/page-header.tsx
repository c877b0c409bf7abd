'use client';

import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { dateFormat } from '@/lib/domain/reader-formats';
import { PaintAfter } from './paint-after';

const headEndId = 'page-head-end';

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons at the right side. */
  actions?: ReactNode;
  className?: string | undefined;
}

/**
 * Title of a place, one sentence about it, and what can be done with the whole of it: by icons where it is narrow. On paper
 * nothing can be done, and it is told when that was printed.
 */
export function PageHeader({ title, description, actions, className }: PageHeaderProps) {
  return (
    <header
      className={classNames(
        '@container flex flex-wrap items-start gap-x-4 gap-y-2 px-4 pt-4 pb-3',
        className,
      )}
    >
      {/* On a phone what can be done stands beside the title, where there is room, and the sentence below both. */}
      <div className="min-w-0 flex-1 basis-64 max-sm:contents">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere max-sm:grow">
          {/* A dot stays with the ID after it. */}
          {title.replaceAll('· ', '·\u00a0')}
        </h1>
        {description !== undefined && (
          <div className="max-w-prose text-sm text-text-muted max-sm:order-last max-sm:w-full">
            {description}
          </div>
        )}
        <p ref={writeWhenPrinted} className="hidden text-sm print:block" />
      </div>
      {actions !== undefined && (
        <div data-print="hide" className="flex flex-wrap items-center gap-2">
          {actions}
        </div>
      )}
      <PaintAfter id={headEndId} />
      <span id={headEndId} hidden />
    </header>
  );
}

/** Told the element by its own event, without drawing the page: the browser takes it as it is when that has passed. */
function writeWhenPrinted(element: HTMLElement | null) {
  if (element === null) return;
  const stop = new AbortController();
  const write = () => {
    const now = dateFormat({ dateStyle: 'medium', timeStyle: 'long' }).format(new Date());
    element.textContent = `Printed on ${now}.`;
  };
  const { signal } = stop;
  window.addEventListener('beforeprint', write, { signal });
  window.matchMedia('print').addEventListener('change', write, { signal }); // looked at as if it were on paper
  return () => stop.abort();
}
