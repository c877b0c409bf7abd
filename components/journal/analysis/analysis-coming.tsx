import type { ReactNode } from 'react';
import frame from '@/components/journal/frame.module.css';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/feedback/skeleton';

/** Stands for groups or pictures while the browser loads their code: a row of choices and a panel. */
export function AnalysisComing({ choices }: { choices: number }) {
  return (
    <>
      <div className="flex flex-wrap gap-2 px-4 pt-5 pb-2 max-sm:*:w-[calc(50%-4px)]">
        {Array.from({ length: choices }, (_, at) => (
          <Skeleton key={at} className="h-8 w-44" />
        ))}
      </div>
      <PanelComing />
    </>
  );
}

/** A panel whose head and rows are still read. */
export function PanelComing({ children }: { children?: ReactNode }) {
  return (
    <div className={classNames(frame.box, 'min-h-0 flex-1 overflow-hidden')}>
      <div className="flex h-11 items-center border-b border-line-strong bg-head px-4 text-sm text-text-muted">
        {children}
      </div>
      {Array.from({ length: 24 }, (_, at) => (
        <div key={at} className="flex h-(--row-height) items-center gap-4 border-b border-line px-4">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  );
}
