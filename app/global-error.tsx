'use client';

import { FailedPage } from '@/components/shell/failed-page';
import './globals.css';

export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>The page failed · MEM Console</title>
        <FailedPage error={error} onRetry={retry} />
      </body>
    </html>
  );
}
