'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { problemOf } from '@/lib/client/api';
import { sessionsQuery, type Whose } from '@/lib/client/session/sessions';
import type { SessionList } from '@/lib/contract/session/session';
import { SessionRowsSkeleton } from './session-rows';

interface SessionsPartProps {
  whose: Whose;
  name?: string | undefined;
  title: string;
  description: string;
  action?: ReactNode;
  children: (list: SessionList) => ReactNode;
}

export function SessionsPart({ whose, name, title, description, action, children }: SessionsPartProps) {
  const { data, error, refetch } = useQuery(sessionsQuery(whose, name));
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={headingId} className="text-base font-semibold">
            {title}
          </h2>
          <p className="max-w-prose text-sm text-text-muted">{description}</p>
        </div>
        {action}
      </div>
      {error !== null && (
        <ProblemView
          problem={problemOf(error)}
          what="The sessions"
          hasData={data !== undefined}
          retrying
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined
        ? children(data)
        : error === null && <SessionRowsSkeleton label={`Reading: ${title}`} />}
    </section>
  );
}
