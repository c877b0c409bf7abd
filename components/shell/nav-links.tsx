'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { useConnectionParameter } from '@/lib/client/connection';
import { connectionParameter } from '@/lib/client/address/connection-parameter';
import { withQuery } from '@/lib/client/paths';
import { useStagedLeft } from '@/lib/client/staging-left';
import { inDigits } from '@/lib/domain/reader-formats';
import type { Role } from '@/lib/contract/session/roles';
import { isWithin, readablePlaces } from './places';

interface NavLinksProps {
  held: readonly Role[];
  onGo?: () => void;
}

/**
 * Links to the pages that a person may open, with the chosen connection. A page is prefetched when the pointer or
 * focus comes near: all at once would slow the current page.
 */
export function NavLinks({ held, onGo }: NavLinksProps) {
  const pathname = usePathname();
  const connection = useConnectionParameter();
  const staged = useStagedLeft(connection);
  const [isNear, setNear] = useState(false);
  return (
    <nav aria-label="Places" onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <ul className="flex flex-col gap-0.5">
        {readablePlaces(held).map((place) => {
          const isHere = isWithin(pathname, place);
          return (
            <li key={place.path}>
              <Link
                href={withQuery(place.path, { [connectionParameter]: connection })}
                aria-current={isHere ? 'page' : undefined}
                onClick={onGo}
                prefetch={isNear ? null : false}
                className={classNames(
                  'flex h-8 items-center gap-2 rounded-md px-2 text-sm transition-colors',
                  isHere
                    ? 'bg-accent-soft font-medium text-accent-text forced-colors:outline'
                    : 'text-text-muted hover:bg-hover hover:text-text',
                )}
              >
                <place.icon aria-hidden="true" className="size-4 shrink-0" />
                {place.label}
                {place.path === '/access' && !isHere && staged > 0 && (
                  <span className="ml-auto text-xs font-medium text-accent-text">
                    {inDigits(staged)} staged
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
