import { useId, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

interface CardProps {
  title: string;
  /** At the right of the title: where its matter is seen whole, or what can be done. */
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** One matter of the overview under its title. */
export function Card({ title, action, children, className }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'flex min-w-0 flex-col rounded-md border border-line bg-surface print:break-inside-avoid',
        className,
      )}
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 pt-2">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {action}
      </div>
      <div className="flex min-w-0 flex-1 flex-col px-4 pt-1 pb-4">{children}</div>
    </section>
  );
}
