import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import localFont from 'next/font/local';
import type { ReactNode } from 'react';
import { earlyInputScript } from '@/components/ui/keys/early-input';
import { preferenceScript } from '@/components/ui/preferences';
import { pageReader } from '@/lib/domain/reader-formats';
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
  const nonce = (await headers()).get('x-nonce') ?? undefined; // of proxy.ts
  const { locale, timeZone, drawnAt } = pageReader();
  return (
    // The script below sets what this browser's person prefers before React arrives, hence the accepted difference; and
    // it notes what they type and press meanwhile.
    <html
      lang="en"
      className={sans.variable}
      data-locale={locale}
      data-time-zone={timeZone}
      data-drawn-at={drawnAt}
      suppressHydrationWarning
    >
      <head>
        {/* Not among the metadata: those leave the page while the next one's are on their way, and the browser asks for another icon. */}
        <link rel="icon" href="/favicon.svg" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: `${preferenceScript()};${earlyInputScript()}`,
          }}
        />
      </head>
      <body className="font-sans antialiased">
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
