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
  partNames,
} from './changes-parameters';
import { ChangesFilter } from './changes-filter';
import { EvidenceButton } from '@/components/changes/evidence-button';
import { useRememberList } from '@/components/changes/way-back';
import { activeFilters, kindWords, stateFilterWords } from './filter-words';
import { FilterChips } from '@/components/ui/fields/filter-chips';
import { OutsideList } from './outside-list';
import { OutsideCount } from './outside-count';
import { SetList } from './set-list';
import { VerifyLog } from './verify-log';
import { AddressFaultsBanner } from '@/components/ui/feedback/address-faults-banner';
import { useAddress } from '@/lib/client/address/use-address';
import { onceOnly, unknownName, writtenAs } from '@/lib/client/address/faults';
import type { Parameters } from '@/lib/client/address/parameters';
import { outcomeWords } from '@/components/changes/outcome/outcome-words';

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
            : 'Changes made with this console: who requested each, why, and its outcome.'
        }
      />
      <div className="flex w-full flex-col gap-3 px-4 pb-8">
        <VerifyLog />
        <ChangesFilter {...{ address, mayChange }} />
        {isFiltered(shown) && (
          <div data-print="hide">
            <FilterChips
              filters={activeFilters(shown).map(({ key, words }) => ({
                key,
                words,
                onRemove: () => void set({ [key]: null, before: null }),
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

const knownAre = (words: object) => `is not known here; known are ${Object.keys(words).join(', ')}.`;
const noDay = 'must be a day of the calendar as YYYY-MM-DD.';

const partWords: Record<string, string> = {
  outcome: knownAre(outcomeWords),
  state: knownAre(stateFilterWords),
  kind: knownAre(kindWords),
  mine: 'must be true or false.',
  from: noDay,
  to: noDay,
};

function ChangesAddressFaults({ parts }: { parts: Parameters }) {
  const search = useSearchParams();
  const [, set] = useAddress(parts, 'push');
  const faults = Object.keys(parts).map((name) => {
    const texts = search.getAll(name);
    return { name, written: writtenAs(name, texts), words: wordsOf(name, texts) };
  });
  return <AddressFaultsBanner faults={faults} hides="changes" onRemove={() => set(null)} />;
}

function wordsOf(name: string, texts: readonly string[]): string {
  if (!partNames.includes(name)) return unknownName(partNames, name);
  return texts.length > 1 ? onceOnly : (partWords[name] ?? 'contains control characters.');
}
