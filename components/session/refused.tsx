'use client';

import { lazy, Suspense } from 'react';
import type { RefusedProps } from './refused-words';

const RefusedWords = lazy(async () => ({ default: (await import('./refused-words')).RefusedWords }));

/** In place of a page that somebody may not see, drawn by the server too; nobody else waits for it. */
export function Refused(props: RefusedProps) {
  return (
    <Suspense>
      <RefusedWords {...props} />
    </Suspense>
  );
}
