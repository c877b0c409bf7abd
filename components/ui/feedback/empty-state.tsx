import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** 1 where the state is the whole page. */
  headingLevel?: 1 | 2;
  className?: string | undefined;
}

export function EmptyState({ icon, title, children, action, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div
      className={classNames(
        'mx-auto flex w-full max-w-prose flex-col items-center gap-2 px-4 py-12 text-center',
        className,
      )}
    >
      <span aria-hidden="true" className="text-text-faint [&_svg]:size-6">
        {icon}
      </span>
      <Heading className="text-base font-semibold">{title}</Heading>
      {children !== undefined && <div className="max-w-full wrap-break-word text-text-muted">{children}</div>}
      {action !== undefined && (
        <div data-print="hide" className="mt-2 flex max-w-full flex-wrap justify-center gap-2">
          {action}
        </div>
      )}
    </div>
  );
}
