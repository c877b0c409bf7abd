import type { Metadata } from 'next';
import { Brand } from '@/components/shell/brand';
import { readablePlaces } from '@/components/shell/places';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export const metadata: Metadata = { title: 'Not found' };

export default async function NotFound() {
  const { actor } = await currentVisitor();
  const places = readablePlaces(actor?.roles ?? []);
  return (
    // Next asks for no font ahead on this page: the system's is there at once, and no words move.
    <main className="flex min-h-dvh flex-col items-center pt-[20dvh] font-[family-name:system-ui,sans-serif]">
      <Brand />
      <EmptyState
        headingLevel={1}
        title="There is no page at this address"
        action={
          // None is a `Link`: every page brings this one's script, and a copy of Next's link with it.
          <>
            {places.map(({ path, label }) => (
              <a key={path} href={path} className={buttonClasses(path === '/' ? 'primary' : undefined)}>
                {label}
              </a>
            ))}
            {places.length === 0 && (
              <a href="/" className={buttonClasses('primary')}>
                Go to the start
              </a>
            )}
          </>
        }
      >
        The link may be older than this version of the console, or it was cut when it was copied. Check the
        address, ask for the link again, or go on from here.
      </EmptyState>
    </main>
  );
}
