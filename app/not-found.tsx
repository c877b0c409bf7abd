import type { Metadata } from 'next';
import Link from 'next/link';
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
          <Link href="/" className={buttonClasses('primary')}>
            Go to the start
          </Link>
        }
      >
        The link may be older than this version of the console, or it was cut when it was copied.
      </EmptyState>
    </main>
  );
}
