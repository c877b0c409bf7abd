import { useId, type ReactNode } from 'react';

interface CardProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Card({ title, action, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex min-h-0 min-w-0 flex-col rounded-md border border-line bg-surface"
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 pt-2">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {action}
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 scroll-shadow flex-col overflow-y-auto rounded-b-md px-4 pt-1 pb-4 print:overflow-visible">
        {children}
      </div>
    </section>
  );
}
