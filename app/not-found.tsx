import type { Metadata } from 'next';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/feedback/empty-state';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        headingLevel={1}
        title="There is no page at this address"
        action={
          // Not a `Link`: every page brings this one's script, and a copy of Next's link with it.
          <a href="/" className={buttonClasses('primary')}>
            Go to the start
          </a>
        }
      >
        The link may be older than this version of the console, or it was cut when it was copied.
      </EmptyState>
    </main>
  );
}
