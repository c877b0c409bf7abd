import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useChangeLinks } from '@/components/changes/change-links';
import { When } from '@/components/changes/row-words';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { TextLink } from '@/components/ui/text-link';
import { problemOf } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { reviewOutside } from '@/lib/client/changes/change-actions';
import { useConnectionKey } from '@/lib/client/connection';
import type { OutsideReview } from '@/lib/contract/access/outside-changes';
import { mostWaiting, waitingInWords } from '@/lib/domain/changes/waiting-outside';
import { inDigits } from '@/lib/domain/reader-formats';

interface OutsideReviewLineProps {
  review: OutsideReview | undefined;
  isNarrowed: boolean;
}

/** How many changes made outside wait for a review, with the button for it; else who reviewed last. */
export function OutsideReviewLine({ review, isNarrowed }: OutsideReviewLineProps) {
  const connection = useConnectionKey();
  const links = useChangeLinks();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (last: number) => reviewOutside(connection, last),
    onSettled: () => askAgain(client, ['changes']),
  });
  const { waiting = 0, newest = 0, reviewed = null } = review ?? {};
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Status className="text-text-muted">
        {error !== null && <p>Not marked: {problemOf(error).detail}</p>}
        {waiting > 0 ? (
          <p>
            <strong className="font-medium text-text">{waitingInWords(waiting)} not reviewed yet</strong>
            {isNarrowed ? (
              <>
                . Mark them in the full list:{' '}
                <TextLink href={links.list({ kind: 'outside' })}>Show all outside changes</TextLink>
              </>
            ) : (
              '. Only Business Central knows who made them.'
            )}
          </p>
        ) : (
          reviewed !== null && (
            <p>
              All reviewed, last by {reviewed.by}, <When at={reviewed.at} />
            </p>
          )
        )}
      </Status>
      {waiting > 0 && !isNarrowed && (
        <span ref={rescueFocus} data-print="hide">
          <Button size="sm" isPending={isPending} onPress={() => mutate(newest)}>
            Mark {waiting < mostWaiting ? inDigits(waiting) : 'all'} as reviewed
          </Button>
        </span>
      )}
    </div>
  );
}
