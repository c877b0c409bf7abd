'use client';

import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { dateFormat } from '@/lib/domain/reader-formats';
import { PaintAfter } from './paint-after';

const headEndId = 'page-head-end';

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
}

export function PageHeader({ title, description, actions, className }: PageHeaderProps) {
  return (
    <header
      className={classNames(
        '@container flex flex-wrap items-start gap-x-4 gap-y-2 px-4 pt-4 pb-3 short:pt-2 short:pb-1',
        className,
      )}
    >
      {/* On a phone the buttons stand beside the title, the description below both. */}
      <div className="min-w-0 flex-1 basis-64 max-sm:contents">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere max-sm:grow">
          {/* Keeps the dot on the line of its ID. */}
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
        <div data-print="hide" data-page-tools="" className="flex flex-wrap items-center gap-2">
          {actions}
        </div>
      )}
      <PaintAfter id={headEndId} />
      <span id={headEndId} hidden />
    </header>
  );
}

/** "Printed on Nov 30, 2026, 12:00:00 PM UTC." */
export function printedNow(): string {
  return `Printed on ${dateFormat({ dateStyle: 'medium', timeStyle: 'long' }).format(new Date())}.`;
}

/** Written into the element without a render: the browser prints the page as it is after the event. */
function writeWhenPrinted(element: HTMLElement | null) {
  if (element === null) return;
  const stop = new AbortController();
  const write = () => {
    element.textContent = printedNow();
  };
  const { signal } = stop;
  window.addEventListener('beforeprint', write, { signal });
  window.matchMedia('print').addEventListener('change', write, { signal }); // print preview in developer tools
  return () => stop.abort();
}
