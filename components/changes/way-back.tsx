import { TextLink } from '@/components/ui/text-link';
import { useChangeLinks } from './change-links';

/** Above the title of a page below Changes: the way back to the list. */
export function WayBack() {
  const links = useChangeLinks();
  return (
    <nav
      aria-label="Breadcrumb"
      data-print="hide"
      className="relative -mb-3 flex items-center gap-1 px-4 pt-3 text-sm text-text-muted"
    >
      <span aria-hidden="true">‹</span>
      <TextLink href={links.list()}>Changes</TextLink>
    </nav>
  );
}
