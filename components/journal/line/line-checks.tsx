'use client';

import { useQuery } from '@tanstack/react-query';
import { Age } from '@/components/ui/instant';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { lineAlone, journalChecksQuery } from '@/lib/client/journal/journal';
import type { LineKey } from '@/lib/domain/journal/query';

interface LineChecksProps {
  line: LineKey;
  connection: string;
  /** The day that checks use as today, `YYYY-MM-DD`. */
  day: string;
}

export function LineChecks({ line, connection, day }: LineChecksProps) {
  const { data, error, isPlaceholderData } = useQuery(journalChecksQuery(lineAlone(line), day, connection));
  const found = data?.checks.filter(({ lines }) => lines !== null && lines > 0) ?? [];
  const unknown = data?.checks.filter(({ lines }) => lines === null) ?? [];
  return (
    <section
      aria-label="Checks before posting"
      aria-busy={isPlaceholderData}
      className="max-h-[30dvh] w-full overflow-y-auto text-sm"
    >
      {data === undefined || isPlaceholderData ? (
        error === null ? (
          <Skeleton className="h-5 w-44" />
        ) : (
          <p className="text-text-muted">The line could not be checked. “Checks” above the lines says why.</p>
        )
      ) : data.lines === 0 ? (
        <p className="text-text-muted">Not checked: the console’s copy does not have this line.</p>
      ) : (
        <>
          {found.length === 0 && unknown.length === 0 && (
            <p className="text-text-muted">No check flags this line.</p>
          )}
          <p className="text-xs text-text-muted">
            Checked as it was read <Age at={data.asOf} />
          </p>
          <ul className="flex flex-col gap-2">
            {found.map(({ id, title, advice }) => (
              <li key={id} className="border-l-2 border-warning pl-2">
                <p className="font-medium">{title}</p>
                <p className="text-text-muted">{advice}</p>
              </li>
            ))}
          </ul>
          {unknown.length > 0 && (
            <p className="mt-1 text-text-muted">Not known: {unknown.map(({ title }) => title).join(', ')}.</p>
          )}
        </>
      )}
    </section>
  );
}
