'use client';

import { Menu as MenuIcon } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Popover } from '@/components/ui/overlays/popover';
import { useSearchKey } from '@/components/ui/keys/use-page-keys';
import { keepPlace, placeLeft } from '@/components/ui/scroll-place';
import { holdsOneOf, type Role } from '@/lib/contract/session/roles';
import {
  CompanyCurrency,
  FirstConnection,
  useConnectionCurrency,
  useConnectionKind,
} from '@/lib/client/connection';
import { AccountMenu } from './account-menu';
import { ConnectionPicker } from './connection-picker';
import { NavLinks } from './nav-links';
import { Palette } from './palette';
import { PaletteButton } from './palette-button';
import { placeOf, sessionsPath } from './places';
import { SkipLinks } from './skip-links';

interface ConsoleShellProps {
  name: string;
  held: readonly Role[];
  brand: ReactNode;
  notices: ReactNode;
  firstConnection: string;
  /** The console's, with its commit. */
  version: string;
  /** Drawn in place of pages that the person's roles do not cover. */
  refused: ReactNode;
  running: ReactNode;
  runningBadge: ReactNode;
  demoChip: ReactNode;
  children: ReactNode;
}

/**
 * Surrounds every signed-in page with navigation at the left, or a top bar in a narrow window. The page fills the
 * window's height and scrolls by itself.
 */
export function ConsoleShell(props: ConsoleShellProps) {
  const { name, held, brand, notices, firstConnection, version, refused, running, runningBadge, demoChip } =
    props;
  const pathname = usePathname();
  const [isFinding, setFinding] = useState(false);
  useKeptFocus(pathname);
  useSearchKey();
  useKeptPlace(`${pathname}?${useSearchParams().toString()}`);
  const place = placeOf(pathname);
  const hasRole = held.length > 0;
  const currency = useConnectionCurrency(firstConnection);
  const kind = useConnectionKind(firstConnection);
  return (
    <FirstConnection value={firstConnection}>
      <CompanyCurrency value={currency}>
        <div className="flex h-dvh flex-col print:block print:h-auto">
          <SkipLinks />
          {hasRole && <Palette held={held} isOpen={isFinding} onOpen={setFinding} />}
          {kind === 'production' && (
            <div
              aria-hidden="true"
              data-print="hide"
              className="h-1 shrink-0 bg-production forced-colors:border-b-4"
            />
          )}
          {notices}
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
                  {(close) => (
                    <>
                      <NavLinks held={held} onGo={close} />
                      <VersionLine version={version} />
                    </>
                  )}
                </Popover>
              )}
              {/* A phone has room for the name or for the chip. */}
              <Link
                href="/"
                prefetch={false}
                className={classNames(
                  'rounded-sm',
                  Boolean(demoChip) && 'max-sm:[&_[data-words]]:sr-only',
                  !hasRole && 'ml-2',
                )}
              >
                {brand}
              </Link>
              {demoChip}
              {runningBadge}
              <div className="ml-auto max-w-40 min-w-0">{hasRole && <ConnectionPicker />}</div>
              {/* A fixed width, so that nothing moves while the page loads. */}
              <div className="flex w-18 shrink-0 justify-end gap-2">
                {hasRole && <PaletteButton look="icon" onPress={() => setFinding(true)} />}
                <AccountMenu name={name} held={held} look="icon" />
              </div>
            </header>
            <header
              data-print="hide"
              className="hidden w-52 shrink-0 flex-col gap-4 border-r border-line bg-surface p-2 lg:flex"
            >
              <div className="mx-2 mt-2 flex items-center justify-between gap-2">
                <Link href="/" prefetch={false} className="rounded-sm">
                  {brand}
                </Link>
                {demoChip}
              </div>
              {hasRole && (
                <>
                  <PaletteButton look="row" onPress={() => setFinding(true)} />
                  <ConnectionPicker />
                  <NavLinks held={held} />
                </>
              )}
              <div className="mt-auto flex flex-col gap-2">
                {running}
                <AccountMenu name={name} held={held} look="row" />
                <VersionLine version={version} />
              </div>
            </header>
            <main
              id="content"
              tabIndex={-1}
              className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none print:overflow-visible"
            >
              {(place ? holdsOneOf(held, place.readers) : hasRole || pathname === sessionsPath)
                ? props.children
                : refused}
            </main>
          </div>
        </div>
      </CompanyCurrency>
    </FirstConnection>
  );
}

function VersionLine({ version }: { version: string }) {
  return <p className="px-2 pb-1 text-xs wrap-anywhere text-text-muted max-lg:mt-2">Version {version}</p>;
}

/** Focuses the content of a new page where the focused element is gone, so that Tab continues there. */
function useKeptFocus(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) document.getElementById('content')?.focus();
  }, [pathname]);
}

/** Restores the scroll position of an earlier page. */
function useKeptPlace(address: string): void {
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const content = document.getElementById('content');
    if (content === null) return;
    const place = placeLeft('page', address);
    const isScrolled = !isShown.current && content.scrollTop > 0; // scrolled before this code ran
    if (place !== null && !isScrolled) content.scrollTop = place.top;
    isShown.current = true;
    return keepPlace(content, 'page', () => address);
  }, [address]);
}
