'use client';

import { FailedPage } from './providers';

export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailedPage error={error} onRetry={retry} />;
}
