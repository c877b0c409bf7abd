import { Skeleton } from '@/components/ui/skeleton';

const widths = ['w-12', 'w-16', 'w-10', 'w-20', 'w-14'];

/** Rows in the shape of lines that are still coming. */
export function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 20 }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className="h-(--row-height) border-b border-line px-2">
          <Skeleton className={`h-3 max-w-full ${widths[(row * 3 + column) % widths.length] ?? 'w-12'}`} />
        </td>
      ))}
    </tr>
  ));
}
