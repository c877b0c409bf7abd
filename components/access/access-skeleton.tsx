import { Skeleton } from '@/components/ui/skeleton';

/** The shape of the matrix before its first rows have arrived. */
export function AccessSkeleton() {
  return (
    <div className="h-full overflow-hidden rounded-md border border-line bg-surface" aria-hidden="true">
      <div className="h-9 border-b border-line-strong" />
      {Array.from({ length: 24 }, (_, row) => (
        <div key={row} className="flex h-(--row-height) items-center gap-10 border-b border-line px-2">
          <Skeleton className="h-3 w-24 shrink-0" />
          <Skeleton className="h-3 w-32 shrink-0" />
          {Array.from({ length: 16 }, (_, column) => (
            <Skeleton key={column} className="h-3 w-8 shrink-0" />
          ))}
        </div>
      ))}
    </div>
  );
}
