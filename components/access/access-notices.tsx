'use client';

import { Banner } from '@/components/ui/feedback/banner';
import { OlderData } from '@/components/ui/feedback/older-data';
import { problemOf } from '@/lib/client/api';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { clockTime } from '@/lib/domain/reader-formats';

interface NoticesProps {
  /** Whether what is on the screen was read to the end. */
  isWhole: boolean;
  status: MatrixStatus | null;
  /** A failure to ask the console, while older data is on the screen. */
  error: Error | null;
}

/** What a reader of older or incomplete data must know. Stands below the grid, so that no switch moves under a finger. */
export function AccessNotices({ isWhole, status, error }: NoticesProps) {
  const failure = error === null ? status?.problem : problemOf(error);
  const asOf = status?.asOf ?? null;
  if (failure == null) return null;
  return isWhole ? (
    <OlderData what="The matrix" detail={failure.detail} asOf={asOf === null ? undefined : clockTime(asOf)} />
  ) : (
    <Banner tone="danger" title="Reading stopped before the end: the list is not complete">
      {failure.detail} The page goes on trying.
    </Banner>
  );
}
