'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/feedback/banner';
import { OlderData } from '@/components/ui/feedback/older-data';
import { notify } from '@/components/ui/feedback/toast-store';
import { Confirm } from '@/components/ui/overlays/modal';
import { isSignedOut, mayHaveArrived, problemOf } from '@/lib/client/api';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { clockTime } from '@/lib/domain/reader-formats';

interface NoticesProps {
  /** Whether the matrix on the screen is complete. */
  isWhole: boolean;
  status: MatrixStatus | null;
  /** The page's last failure to reach the console. */
  error: Error | null;
  /** Accepts a list that is in doubt; null where the person may not. */
  onAccept: ((doubt: string) => Promise<void>) | null;
}

/** Warnings about older, incomplete or doubtful data. They stand below the grid, so that no switch moves under a finger. */
export function AccessNotices({ isWhole, status, error, onAccept }: NoticesProps) {
  const failure = error === null ? status?.problem : problemOf(error);
  const asOf = status?.asOf ?? null;
  const doubt = status?.doubt ?? null;
  return (
    <>
      {doubt !== null && <Doubt {...{ doubt, onAccept }} />}
      {failure != null &&
        (isWhole && error === null && failure.title !== undefined ? (
          <Banner tone="warning" title={failure.title}>
            {failure.detail} {asOf !== null && `The matrix is shown as of ${clockTime(asOf)}.`}
          </Banner>
        ) : isWhole ? (
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
    </>
  );
}

/** The service lists much less than before. Says what stops until an administrator accepts that. */
function Doubt({ doubt, onAccept }: { doubt: string; onAccept: NoticesProps['onAccept'] }) {
  const [asked, setAsked] = useState<string | null>(null);
  const close = () => setAsked(null);
  const accepting = useMutation({
    mutationFn: (words: string) => onAccept?.(words) ?? Promise.resolve(),
    onSuccess: () => notify.success('The shorter list was accepted'),
    onError: tellNotAccepted,
    onSettled: close,
  });
  return (
    <Banner
      tone="warning"
      title={doubt}
      action={
        onAccept !== null && (
          <>
            <Button size="sm" onPress={() => setAsked(doubt)} data-print="hide">
              Accept shorter list
            </Button>
            <Confirm
              title="Accept the shorter list?"
              isOpen={asked !== null}
              isPending={accepting.isPending}
              onClose={close}
              no="Cancel"
              yes="Accept shorter list"
              isDanger
              onConfirm={() => asked !== null && accepting.mutate(asked)}
            >
              {asked} The rows that are missing will never be listed one by one as removed; the log notes only
              that you accepted, with both counts. This cannot be undone.
            </Confirm>
          </>
        )
      }
    >
      Until the rows are back, changes from outside are not recorded, files carry this notice, and “Replace to
      match file” is off.{' '}
      {onAccept === null
        ? 'If the list is right, a security administrator can accept it.'
        : 'Accept it only if the list is right: it then counts as everything, and the log notes that you accepted it.'}
    </Banner>
  );
}

function tellNotAccepted(error: Error): void {
  if (isSignedOut(error)) return;
  if (mayHaveArrived(error))
    notify.problem(
      'It is not known whether the shorter list was accepted',
      'The console’s answer did not arrive. This notice stays while the list is in doubt.',
    );
  else notify.problem('The shorter list was not accepted', problemOf(error).detail);
}
