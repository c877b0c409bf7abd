import { useEffect } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { useChangeLinks } from './change-links';

/** The list of changes as it was last seen since the page was loaded, by its address, and without filters. */
let lastList: { address: string; whole: string } | null = null;

/** The way back leads to the list that draws itself, as it is now. */
export function useListToComeBackTo(): void {
  const whole = useChangeLinks().list();
  useEffect(() => {
    lastList = { address: window.location.pathname + window.location.search, whole };
  });
}

/** Above the title of a page below Changes: the way back to the list, or to the access page. @param access its address. */
export function WayBack({ access }: { access?: string | null }) {
  const whole = useChangeLinks().list();
  return (
    <nav
      aria-label="Breadcrumb"
      data-print="hide"
      className="relative -mb-3 flex items-center gap-1 px-4 pt-3 text-sm text-text-muted"
    >
      <span aria-hidden="true">‹</span>
      {/* Of another connection, that list is not the one to come back to. */}
      <TextLink href={access ?? (lastList?.whole === whole ? lastList.address : whole)}>
        {access ? 'Access' : 'Changes'}
      </TextLink>
    </nav>
  );
}
