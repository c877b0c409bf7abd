'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Banner } from '@/components/ui/banner';
import { ErrorPanel } from '@/components/ui/error-panel';
import { ApiError } from '@/lib/client/api';
import { sessionsQuery, type Whose } from '@/lib/client/session';
import type { SessionList } from '@/lib/contract/session';
import { SessionRowsSkeleton } from './session-rows';

interface SessionsPartProps {
  whose: Whose;
  /** Keeps people whose name contains it. */
  name?: string | undefined;
  title: string;
  description: string;
  action?: ReactNode;
  children: (list: SessionList) => ReactNode;
}

/** A part of the sessions page: its heading, and its list while it comes, when it failed, and as it is. */
export function SessionsPart({ whose, name, title, description, action, children }: SessionsPartProps) {
  const { data, error, refetch } = useQuery(sessionsQuery(whose, name));
  const headingId = useId();
  const problem =
    error === null || error instanceof ApiError
      ? error?.problem
      : { title: 'The page failed', detail: 'The sessions could not be shown. Reload the page.' };
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={headingId} className="text-lg font-semibold">
            {title}
          </h2>
          <p className="max-w-prose text-sm text-text-muted">{description}</p>
        </div>
        {action}
      </div>
      {problem != null && data === undefined && (
        <ErrorPanel problem={problem} onRetry={() => void refetch()} />
      )}
      {problem != null && data !== undefined && (
        <Banner tone="warning" title="Shown as it was before">
          The sessions could not be read again: {problem.detail}
        </Banner>
      )}
      {data !== undefined
        ? children(data)
        : problem == null && <SessionRowsSkeleton label={`Reading: ${title}`} />}
    </section>
  );
}
