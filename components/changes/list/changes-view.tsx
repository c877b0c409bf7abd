'use client';

import { useSearchParams } from 'next/navigation';
import { useId, useMemo } from 'react';
import { ImportLink } from '@/components/shell/import-link';
import { PageHeader } from '@/components/shell/page-header';
import { useChangesAddress } from './changes-address';
import {
  daysAreReversed,
  evidenceScopeOf,
  isFiltered,
  isFilteredBesidesDays,
  hidesOutside,
  unreadableParts,
} from './changes-parameters';
import { ChangesAddressFaults } from './changes-address-faults';
import { ChangesFilter } from './changes-filter';
import { EvidenceButton } from '@/components/changes/evidence-button';
import { useRememberList } from '@/components/changes/way-back';
import { activeFilters } from './filter-words';
import { FilterChips } from '@/components/ui/fields/filter-chips';
import { OutsideList } from './outside-list';
import { OutsideCount } from './outside-count';
import { SetList } from './set-list';
import { VerifyLog } from './verify-log';

export function ChangesView({ mayChange }: { mayChange: boolean }) {
  const address = useChangesAddress();
  const [shown, set] = address;
  const search = useSearchParams();
  const faults = useMemo(() => unreadableParts(search), [search]);
  const isUnderstood = Object.keys(faults).length === 0;
  useRememberList();
  const scope = evidenceScopeOf(shown);
  const noteId = useId();
  const hasNote = isFilteredBesidesDays(shown);
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
              isDisabled={daysAreReversed(shown) || !isUnderstood}
              {...(hasNote && { 'aria-describedby': noteId })}
            />
          </>
        }
        description={
          shown.kind === 'outside'
            ? 'What changed in the service without this console.'
            : 'Changes made with this console: who asked for each, why, and what came of it.'
        }
      />
      <div className="flex w-full flex-col gap-3 px-4 pb-8">
        <VerifyLog />
        <ChangesFilter {...{ address, mayChange }} />
        {isFiltered(shown) && (
          <div data-print="hide">
            <FilterChips
              filters={activeFilters(shown).map(({ key, words, without }) => ({
                key,
                words,
                onRemove: () => void set({ ...without, before: null }),
              }))}
              onClear={() => void set(null)}
            >
              {hasNote && (
                <p id={noteId} className="text-xs text-text-muted">
                  The filters narrow the list only. The evidence covers all changes
                  {scope.what === 'period' && ' of the period'}.
                </p>
              )}
            </FilterChips>
          </div>
        )}
        {isUnderstood ? (
          <>
            {hidesOutside(shown) && <OutsideCount shown={shown} />}
            {shown.kind === 'outside' ? <OutsideList address={address} /> : <SetList address={address} />}
          </>
        ) : (
          <ChangesAddressFaults parts={faults} />
        )}
      </div>
    </>
  );
}
