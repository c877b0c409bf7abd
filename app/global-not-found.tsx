import { FileQuestion } from 'lucide-react';
import type { Metadata } from 'next';
import { Brand } from '@/components/shell/brand';
import { readablePlaces } from '@/components/shell/places';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import ConsoleLayout from './(console)/layout';
import RootLayout from './layout';

export { viewport } from './layout';

export const metadata: Metadata = { title: 'Not found · MEM Console' };

/** In the frame of the console for whoever is signed in. */
export default async function GlobalNotFound() {
  const { actor } = await currentVisitor();
  const places = readablePlaces(actor?.roles ?? []);
  const words = (
    <EmptyState
      headingLevel={1}
      icon={<FileQuestion />}
      title="There is no page at this address"
      action={
        places.length > 0 ? (
          places.map(({ path, label }) => (
            <a key={path} href={path} className={buttonClasses(path === '/' ? 'primary' : undefined)}>
              {label}
            </a>
          ))
        ) : (
          <a href="/" className={buttonClasses('primary')}>
            Go to the start
          </a>
        )
      }
    >
      The link may be older than this version of the console, or it was cut when it was copied. Check the
      address, ask for the link again, or go on from here.
    </EmptyState>
  );
  return (
    <RootLayout>
      {actor === null ? (
        <main className="flex min-h-dvh flex-col items-center pt-[20dvh]">
          <Brand />
          {words}
        </main>
      ) : (
        <ConsoleLayout>{words}</ConsoleLayout>
      )}
    </RootLayout>
  );
}
