'use client';

import { Banner } from '@/components/ui/feedback/banner';
import { OlderData } from '@/components/ui/feedback/older-data';
import { Button } from '@/components/ui/button';
import { problemOf } from '@/lib/client/api';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { clockTime } from '@/lib/domain/reader-formats';
import { counted, plural } from '@/lib/domain/counted';

interface NoticesProps {
  /** Whether what is on the screen was read to the end. */
  isWhole: boolean;
  status: MatrixStatus | null;
  /** A failure to ask the console, while older data is on the screen. */
  error: Error | null;
  /** Changes that were not done and are still marked. */
  marks: number;
  onClearMarks: () => void;
}

/** What a reader of older or incomplete data must know. Stands below the grid, so that no switch moves under a finger. */
export function AccessNotices({ isWhole, status, error, marks, onClearMarks }: NoticesProps) {
  const failure = error === null ? status?.problem : problemOf(error);
  const asOf = status?.asOf ?? null;
  return (
    <>
      {failure != null &&
        (isWhole ? (
          <OlderData
            what="The matrix"
            detail={failure.detail}
            asOf={asOf === null ? undefined : clockTime(asOf)}
          />
        ) : (
          <Banner tone="danger" title="Reading stopped before the end: the list is not complete">
            {failure.detail} The page goes on trying.
          </Banner>
        ))}
      {marks > 0 && (
        <Banner tone="warning">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {counted(marks, 'change')} {plural(marks, 'was not made. It', 'were not made. Each')} is marked at
            its switch, with the reason.
            {/* At the left: messages about the same change come up at the right. */}
            <Button size="sm" onPress={onClearMarks}>
              Clear marks
            </Button>
          </span>
        </Banner>
      )}
    </>
  );
}
