'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { useChangeLinks } from '@/components/changes/change-links';
import { outsideQuery } from '@/lib/client/changes/change-details';
import { useConnectionKey } from '@/lib/client/connection';
import { waitingInWords } from '@/lib/domain/changes/waiting-outside';
import { plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { outsideFilterOf, type ChangesShown } from './changes-parameters';

/** How many changes made outside the list leaves out, and the way to them with the same filters. */
export function OutsideCount({ shown }: { shown: ChangesShown }) {
  const { data } = useQuery(outsideQuery(useConnectionKey(), outsideFilterOf(shown)));
  const count = data?.value.reduce((sum, one) => sum + one.count, 0) ?? 0;
  if (data === undefined || count === 0) return null;
  const { waiting } = data.review;
  return (
    <p className="text-sm text-text-muted">
      {inDigits(count)}
      {data.next !== null && ' or more'} {plural(count, 'change', 'changes')} made outside this console
      {waiting > 0 && ` (${waitingInWords(waiting)} not reviewed)`} {plural(count, 'is', 'are')} not listed
      here. <OutsideLink shown={shown} />
    </p>
  );
}

/** The way to the changes made outside, with the filters that those know. */
export function OutsideLink({ shown }: { shown: ChangesShown }) {
  const { recordType, recordId, entityId } = outsideFilterOf(shown);
  const days = { from: shown.from || undefined, to: shown.to || undefined };
  const href = useChangeLinks().list({ kind: 'outside', recordType, recordId, entityId, ...days });
  return (
    <TextLink data-print="hide" href={href}>
      Show outside changes
    </TextLink>
  );
}
