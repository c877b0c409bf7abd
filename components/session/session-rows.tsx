'use client';

import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/feedback/badge';
import { Button } from '@/components/ui/button';
import { Age, Instant } from '@/components/ui/instant';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import type { ListedSession } from '@/lib/contract/session/session';
import { agentWords } from '@/lib/domain/session/agent-words';

interface SessionRowsProps {
  label: string;
  sessions: readonly ListedSession[];
  /** Id of the session that is being ended. */
  ending: string | undefined;
  onEnd: (session: ListedSession) => void;
}

const frame = 'divide-y divide-line rounded-md border border-line bg-surface';
const row =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)_5rem]';

/** Sessions below each other, as cards where there is little width. */
export function SessionRows({ label, sessions, ending, onEnd }: SessionRowsProps) {
  return (
    <ul aria-label={label} className={frame}>
      {sessions.map((session) => (
        <li key={session.id} ref={rescueFocus} className={row}>
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere" title={session.agent}>
              {agentWords(session.agent)}
            </span>
            {session.current && <Badge tone="accent">This browser</Badge>}
          </div>
          <dl className="order-last col-span-2 grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-4 lg:order-none lg:col-span-1">
            <Fact name="Address">
              <span className="tabular wrap-anywhere">{session.address}</span>
            </Fact>
            <Fact name="Started">
              <Instant at={session.startedAt} />
            </Fact>
            <Fact name="Last used">
              <Age at={session.usedAt} />
            </Fact>
            <Fact name="Ends">
              <Instant at={session.expiresAt} />
            </Fact>
          </dl>
          <Button
            className="justify-self-end"
            aria-label={`${endWord(session)}: ${agentWords(session.agent)}, signed in from ${session.address}`}
            isPending={ending === session.id}
            onPress={() => onEnd(session)}
          >
            {endWord(session)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** What the button of a session is called. */
function endWord({ current }: ListedSession): string {
  return current ? 'Sign out' : 'End';
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Sessions that are still being read. */
export function SessionRowsSkeleton({ label }: { label: string }) {
  return (
    <Status aria-label={label} className={frame}>
      {[0, 1].map((one) => (
        <div key={one} className={row}>
          <Skeleton className="h-5 w-40 max-w-full" />
          <Skeleton className="order-last col-span-2 h-9 lg:order-none lg:col-span-1" />
          <Skeleton className="h-8 w-16 justify-self-end" />
        </div>
      ))}
    </Status>
  );
}
