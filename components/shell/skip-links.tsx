'use client';

import { usePathname } from 'next/navigation';
import type { MouseEvent, ReactNode } from 'react';
import { places } from './places';

/** The first Tab stops of a page: to its content, and past all filters and buttons to its grid. */
export function SkipLinks() {
  const pathname = usePathname();
  const grid = places.find(({ path }) => path === pathname)?.grid;
  return (
    <>
      <SkipLink>Skip to the content</SkipLink>
      {grid !== undefined && <SkipLink onFollow={focusGrid}>To the {grid}</SkipLink>}
    </>
  );
}

function SkipLink({ children, onFollow }: { children: ReactNode; onFollow?: (event: MouseEvent) => void }) {
  return (
    <a
      href="#content"
      onClick={onFollow}
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-on-accent"
    >
      {children}
    </a>
  );
}

/** Focuses the cell of the page's grid that Tab would reach. Without a grid the link leads to the content. */
function focusGrid(event: MouseEvent): void {
  const grid = document.querySelector('#content [role="grid"]');
  const stop = grid?.querySelector<HTMLElement>('[tabindex="0"]') ?? grid;
  if (!(stop instanceof HTMLElement)) return;
  event.preventDefault();
  stop.focus();
}
