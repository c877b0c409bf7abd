'use client';

import { FailedPage } from '@/components/shell/failed-page';

export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailedPage error={error} onRetry={retry} />;
}
