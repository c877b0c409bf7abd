'use client';

import { Menu as MenuIcon } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { ChangeSetEvents, RunningBadge, RunningSets } from '@/components/changes/running-sets';
import { IdleWarning } from '@/components/session/idle-warning';
import { NoRole } from '@/components/session/no-role';
import { useSamePerson } from '@/components/session/use-same-person';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Popover } from '@/components/ui/popover';
import { holdsOneOf, mayRead, type Role } from '@/lib/contract/roles';
import type { SignInMode } from '@/lib/contract/session';
import { AccountMenu } from './account-menu';
import { Brand } from './brand';
import { ConnectionPicker } from './connection-picker';
import { DemoBanner } from './demo-banner';
import { NavLinks } from './nav-links';
import { NoPermission } from './no-permission';
import { PaletteButton } from './palette-button';
import { PaletteFrame } from './palette-frame';
import { placeOf, sessionsPath } from './places';
import { useKeptFocus } from './use-kept-focus';

interface ConsoleShellProps {
  personId: string;
  name: string;
  held: readonly Role[];
  signIn: SignInMode;
  children: ReactNode;
}

/**
 * What surrounds every signed-in page: navigation at the left, or a top bar with a menu where there is little width.
 * The page fills what is left of the window's height and scrolls by itself.
 */
export function ConsoleShell({ personId, name, held, signIn, children }: ConsoleShellProps) {
  useSamePerson(personId, held);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const pathname = usePathname();
  useKeptFocus(pathname);
  const place = placeOf(pathname);
  const hasRole = held.length > 0;
  const seesChanges = holdsOneOf(held, mayRead.changes);
  const isClosed = place !== undefined && !holdsOneOf(held, place.readers);
  return (
    <div className="flex h-dvh flex-col print:block print:h-auto">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-on-accent"
      >
        Skip to the content
      </a>
      <IdleWarning />
      {hasRole && <PaletteFrame held={held} isOpen={isPaletteOpen} onOpen={setPaletteOpen} />}
      {seesChanges && <ChangeSetEvents />}
      {signIn === 'demo' && <DemoBanner />}
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row print:block">
        <header
          data-print="hide"
          className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 lg:hidden"
        >
          {hasRole && (
            <Popover
              label="Navigation"
              trigger={<IconButton label="Navigation" icon={<MenuIcon aria-hidden="true" />} />}
              className="w-64 p-2!"
            >
              {(close) => <NavLinks held={held} onGo={close} />}
            </Popover>
          )}
          <Link href="/" prefetch={false} className={classNames('rounded-sm', !hasRole && 'ml-2')}>
            <Brand />
          </Link>
          {seesChanges && <RunningBadge />}
          <div className="ml-auto max-w-40 min-w-0">{hasRole && <ConnectionPicker />}</div>
          {hasRole && <PaletteButton look="icon" onOpen={() => setPaletteOpen(true)} />}
          <AccountMenu name={name} held={held} look="icon" />
        </header>
        <header
          data-print="hide"
          className="hidden w-52 shrink-0 flex-col gap-4 border-r border-line bg-surface p-2 lg:flex"
        >
          <Link href="/" prefetch={false} className="mx-2 mt-2 self-start rounded-sm">
            <Brand />
          </Link>
          {hasRole && (
            <>
              <PaletteButton look="row" onOpen={() => setPaletteOpen(true)} />
              <ConnectionPicker />
              <NavLinks held={held} />
            </>
          )}
          <div className="mt-auto flex flex-col gap-2">
            {seesChanges && <RunningSets />}
            <AccountMenu name={name} held={held} look="row" />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none print:overflow-visible"
        >
          {!hasRole && pathname !== sessionsPath ? (
            <NoRole name={name} signIn={signIn} />
          ) : isClosed ? (
            <NoPermission place={place} held={held} />
          ) : (
            children
          )}
        </main>
      </div>
    </div>
  );
}
