'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { useChangeLinks } from '@/components/changes/change-links';
import { outsideQuery } from '@/lib/client/changes/change-details';
import { useConnectionKey } from '@/lib/client/connection';
import type { OutsideList } from '@/lib/contract/access/outside-changes';
import { waitingInWords } from '@/lib/domain/changes/waiting-outside';
import { counted, plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { isFiltered, outsideFilterOf, type ChangesShown } from './changes-parameters';

export function OutsideCount({ shown }: { shown: ChangesShown }) {
  const { data } = useQuery(outsideQuery(useConnectionKey(), outsideFilterOf(shown)));
  const words = data && leftOutInWords(data, isFiltered(shown));
  if (words == null) return null;
  return (
    <p className="text-sm text-text-muted">
      {words} <OutsideLink shown={shown} />
    </p>
  );
}

/**
 * "12 changes made outside this console (3 changes not reviewed) are not listed here."; null: there is none.
 * @param list the first page of them. Its count of changes to review covers all pages, without filter.
 */
export function leftOutInWords({ value, next, review: { waiting } }: OutsideList, isFiltered: boolean) {
  const count = value.reduce((sum, one) => sum + one.count, 0);
  const accepted = next === null ? value.filter((one) => one.accepted !== undefined).length : 0;
  if (count + accepted === 0) return null;
  if (!isFiltered && waiting > count)
    return `${waitingInWords(waiting)} made outside this console and not reviewed are not listed here.`;
  const changes = `${inDigits(count)}${next === null ? '' : ' or more'} ${plural(count, 'change', 'changes')}`;
  const part = isFiltered || waiting === 0 ? '' : ` (${waitingInWords(waiting)} not reviewed)`;
  const lists = counted(accepted, 'accepted shorter list');
  const what = [count > 0 && `${changes} made outside this console${part}`, accepted > 0 && lists];
  return `${what.filter(Boolean).join(' and ')} ${plural(count + accepted, 'is', 'are')} not listed here.`;
}

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
