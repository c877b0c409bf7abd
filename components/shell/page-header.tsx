import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { PaintAfter } from './paint-after';

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons at the right side. */
  actions?: ReactNode;
  className?: string | undefined;
}

const headEndId = 'page-head-end';

/** Title of a place, one sentence about it, and what can be done with the whole of it: by icons where it is narrow. */
export function PageHeader({ title, description, actions, className }: PageHeaderProps) {
  return (
    <header
      className={classNames(
        '@container flex flex-wrap items-start gap-x-4 gap-y-2 px-4 pt-4 pb-3',
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-64 max-sm:basis-auto">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {description !== undefined && (
          <div className="max-w-prose text-sm text-text-muted">{description}</div>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      <PaintAfter id={headEndId} />
      <span id={headEndId} hidden />
    </header>
  );
}
