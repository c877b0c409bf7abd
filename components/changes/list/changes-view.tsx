'use client';

import { useId } from 'react';
import { ImportLink } from '@/components/shell/import-link';
import { PageHeader } from '@/components/shell/page-header';
import { useChangesAddress } from './changes-address';
import {
  daysAreReversed,
  evidenceScopeOf,
  isNarrowedBesidesDays,
  leavesOutOutside,
  type ChangesShown,
} from './changes-parameters';
import { ChangesFilter } from './changes-filter';
import { EvidenceButton } from '@/components/changes/evidence-button';
import { useListToComeBackTo } from '@/components/changes/way-back';
import { filtersInWords } from './filter-words';
import { OutsideList } from './outside-list';
import { OutsideCount } from './outside-count';
import { SetList } from './set-list';
import { QuickFilters } from './quick-filters';
import { VerifyLog } from './verify-log';

/** The changes page: everything that was changed, by whom, why, and what came of it. */
export function ChangesView({ mayChange }: { mayChange: boolean }) {
  const address = useChangesAddress();
  const [shown] = address;
  useListToComeBackTo();
  const scope = evidenceScopeOf(shown);
  const noteId = useId();
  const hasNote = isNarrowedBesidesDays(shown);
  return (
    <>
      <PageHeader
        title="Changes"
        className="w-full"
        actions={
          <>
            {mayChange && <ImportLink />}
            <EvidenceButton
              what={scope}
              isDisabled={daysAreReversed(shown)}
              {...(hasNote && { 'aria-describedby': noteId })}
            />
          </>
        }
        description={descriptionOf(shown)}
      />
      <div className="flex w-full flex-col gap-3 px-4 pb-8">
        <VerifyLog />
        <div className="@container flex flex-wrap items-start gap-2">
          <ChangesFilter address={address} />
          {/* Where there is room, they stand on the lower edge of the fields; otherwise in a row of their own. */}
          <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 @min-[90rem]:contents">
            <QuickFilters {...{ address, mayChange }} />
            {leavesOutOutside(shown) && <OutsideCount shown={shown} />}
          </div>
        </div>
        {hasNote && (
          <p id={noteId} data-print="hide" className="text-sm text-text-muted">
            The filters narrow the list only. The evidence covers all changes
            {scope.what === 'period' && ' of the period'}.
          </p>
        )}
        {shown.kind === 'outside' ? <OutsideList address={address} /> : <SetList address={address} />}
      </div>
    </>
  );
}

/** What is listed; it has to be true on paper too, where there are no filters to be seen. */
function descriptionOf(shown: ChangesShown): string {
  const filters = filtersInWords(shown);
  const isOutside = shown.kind === 'outside';
  if (filters !== '')
    return `Only some ${isOutside ? 'of what changed in the service without this console' : 'of the changes made with this console'}: ${filters}.`;
  return isOutside
    ? 'What changed in the service without this console.'
    : 'Changes made with this console: who asked for each, why, and what came of it.';
}
