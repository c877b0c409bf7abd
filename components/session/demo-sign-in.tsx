'use client';

import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '@/components/shell/avatar';
import { classNames } from '@/components/ui/class-names';
import { Banner } from '@/components/ui/feedback/banner';
import { Ring } from '@/components/ui/feedback/ring';
import { Status } from '@/components/ui/feedback/status';
import { ApiError } from '@/lib/client/api';
import { signInDemo } from '@/lib/client/session/session';
import { roles, type Role } from '@/lib/contract/session/roles';
import { roleWords } from '@/lib/domain/session/role-words';

const overviews: Record<Role, string> = {
  'security-administrator': 'who may use what, what needs your attention, and the latest changes',
  accountant: 'what needs your attention, and journal lines by entity and by month',
  auditor: 'proof that the log is whole, the latest changes, and what needs your attention',
};

interface DemoSignInProps {
  /** Address to open afterwards; checked by `returnPath`. */
  next: string;
  people: Record<Role, { name: string }>;
}

export function DemoSignIn({ next, people }: DemoSignInProps) {
  const [pending, setPending] = useState<Role | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const choose = async (role: Role) => {
    if (pending !== null) return;
    setPending(role);
    setFailure(null);
    try {
      await signInDemo(role);
      // A full page load, so that no data of a former role stays in memory.
      window.location.assign(next);
    } catch (error) {
      setPending(null);
      setFailure(failureInWords(error));
    }
  };

  return (
    <div className="flex flex-col gap-3">
      {failure !== null && (
        <Banner tone="danger" title="You are not signed in">
          {failure}
        </Banner>
      )}
      <ul aria-label="Demo roles" className="flex flex-col gap-2">
        {roles.map((role) => (
          <li key={role}>
            <button
              type="button"
              aria-disabled={pending !== null ? true : undefined}
              aria-busy={pending === role ? true : undefined}
              onClick={() => void choose(role)}
              className={classNames(
                'group flex w-full items-start gap-3 rounded-md border border-line-strong bg-surface px-4 py-3 text-left transition-colors hover:border-accent hover:bg-accent-soft',
                pending !== null && pending !== role && 'opacity-60',
              )}
            >
              <Avatar name={people[role].name} />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap gap-x-2">
                  <span className="font-semibold">{roleWords[role].title}</span>
                  <span className="text-text-muted">{people[role].name}</span>
                </span>
                <span className="block text-sm text-text-muted">{roleWords[role].may}</span>
                <span className="mt-1 block text-sm">
                  {next === '/' ? 'You land on' : 'The overview shows'}: {overviews[role]}.
                </span>
              </span>
              <span className="hidden self-center group-aria-busy:flex">
                <Ring className="text-accent-text" />
              </span>
              <ArrowRight
                aria-hidden="true"
                className="size-4 shrink-0 self-center text-text-faint group-hover:text-accent-text group-aria-busy:hidden"
              />
            </button>
          </li>
        ))}
      </ul>
      <Status as="p" className="min-h-5 text-sm text-text-muted">
        {pending !== null && `Signing in as ${roleWords[pending].title.toLowerCase()}`}
      </Status>
    </div>
  );
}

function failureInWords(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The page failed before it could ask. Reload it.';
  return error.unreachable
    ? 'The console could not be reached. Check the network and choose again.'
    : error.problem.detail;
}
