import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import localFont from 'next/font/local';
import type { ReactNode } from 'react';
import { preferenceScript } from '@/components/ui/preferences';
import { connectionIn } from '@/lib/client/address/connection-parameter';
import { matrixReadsScript } from '@/lib/client/early-reads';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import { pageReader } from '@/lib/domain/reader-formats';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { Providers } from './providers';
import './globals.css';

const sans = localFont({
  src: '../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
});

export const metadata: Metadata = {
  title: { default: 'MEM Console', template: '%s · MEM Console' },
  description: 'Which entities may use which master records, and the item journal lines of the company.',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const asked = await headers();
  const nonce = asked.get('x-nonce') ?? undefined; // of proxy.ts
  const reads = await readsOfHead(asked.get('x-console-path') ?? '/');
  const { locale, timeZone, drawnAt } = pageReader();
  return (
    // The script below sets what this browser's person prefers before React arrives, hence the accepted difference.
    <html
      lang="en"
      className={sans.variable}
      data-locale={locale}
      data-time-zone={timeZone}
      data-drawn-at={drawnAt}
      data-loading="" // app/providers.tsx removes it
      suppressHydrationWarning
    >
      <head>
        {/* Not among the metadata: those leave the page while the next one's are on their way, and the browser asks for another icon. */}
        <link rel="icon" href="/favicon.svg" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: preferenceScript() }}
        />
        {/* An asynchronous module does not wait for the style sheets above it. */}
        {reads !== null && (
          <script
            type="module"
            async
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: reads }}
          />
        )}
      </head>
      <body className="font-sans antialiased">
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}

/** Script that asks for the data of the access page; null for other pages, and for people who may not read it. */
async function readsOfHead(path: string): Promise<string | null> {
  const [pathname, ...search] = path.split('?');
  if (pathname !== '/access') return null;
  const { actor, session, firstConnection } = await currentVisitor();
  if (actor === null || session === null || !holdsOneOf(actor.roles, mayRead.access)) return null;
  const named = connectionIn(new URLSearchParams(search.join('?')));
  return matrixReadsScript(named ?? firstConnection, session.user.id);
}
