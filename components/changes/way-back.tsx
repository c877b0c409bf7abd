import { useEffect } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { useChangeLinks } from './change-links';

/** Address of the list of changes that the person saw last, and the list's address without filters. */
let lastList: { address: string; whole: string } | null = null;

/** Remembers the list that calls it as the one to go back to. */
export function useRememberList(): void {
  const whole = useChangeLinks().list();
  useEffect(() => {
    lastList = { address: window.location.pathname + window.location.search, whole };
  });
}

/** Link back to the list, or to the access page. @param access address of the access page. */
export function WayBack({ access }: { access?: string | null }) {
  const whole = useChangeLinks().list();
  return (
    <nav
      aria-label="Breadcrumb"
      data-print="hide"
      className="relative -mb-3 flex items-center gap-1 px-4 pt-3 text-sm text-text-muted"
    >
      <span aria-hidden="true">‹</span>
      {/* A list of another connection is not the one to go back to. */}
      <TextLink href={access ?? (lastList?.whole === whole ? lastList.address : whole)}>
        {access ? 'Access' : 'Changes'}
      </TextLink>
    </nav>
  );
}
