'use client';

import { UserLock } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { oidcStartPath } from '@/lib/client/paths';
import { useSigningOut } from '@/lib/client/session/signing-out';
import { roles } from '@/lib/contract/session/roles';
import type { SignInMode } from '@/lib/contract/session/sign-in';
import { roleWords } from '@/lib/domain/session/role-words';

export interface NoRoleProps {
  name: string;
  signIn: SignInMode;
}

export function NoRoleWords({ name, signIn }: NoRoleProps) {
  const { isSigningOut, signOut } = useSigningOut();
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const here = search === '' ? pathname : `${pathname}?${search}`;
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-3 px-4 py-12 text-text-muted">
      <UserLock aria-hidden="true" className="size-6 text-text-faint" />
      <h1 className="text-xl font-semibold tracking-tight text-text">You have no role yet</h1>
      <p className="wrap-anywhere">
        You are signed in as <strong className="font-semibold text-text">{name}</strong>. Without a role the
        console shows no data.
      </p>
      <p>
        Ask the person who manages the console’s users for the role that fits your work
        {signIn === 'oidc' && ', one of the roles of this console at your sign-in provider'}:
      </p>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {roles.map((role) => (
          <li key={role} className="px-4 py-2 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <strong className="font-semibold text-text">{roleWords[role].title}</strong>
              {/* The value that the provider sends. */}
              {signIn === 'oidc' && (
                <code translate="no" className="font-mono text-xs">
                  {role}
                </code>
              )}
            </p>
            {roleWords[role].may}
          </li>
        ))}
      </ul>
      <p>
        {signIn === 'oidc'
          ? 'Roles are read when you sign in: once you have one, choose “Check again”.'
          : 'Once you have one, choose “Check again”.'}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        {/* Plain links load the page again. */}
        <a href={signIn === 'oidc' ? oidcStartPath(here) : here} className={buttonClasses('primary')}>
          Check again
        </a>
        {signIn === 'oidc' && (
          <a href={oidcStartPath(here, 'choose')} className={buttonClasses('secondary')}>
            Use another account
          </a>
        )}
        <Button isPending={isSigningOut} onPress={signOut}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
