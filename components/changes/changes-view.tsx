'use client';

import { PageHeader } from '@/components/shell/page-header';
import { daysAreReversed, evidenceScopeOf, useChangesAddress } from './changes-address';
import { ChangesFilter } from './changes-filter';
import { EvidenceButton } from './evidence-button';
import { OutsideList } from './outside-list';
import { SetList } from './set-list';
import { VerifyLog } from './verify-log';

/** The changes page: everything that was changed, by whom, why, and what came of it. */
export function ChangesView() {
  const address = useChangesAddress();
  const isOutside = address[0].kind === 'outside';
  return (
    <>
      <PageHeader
        title="Changes"
        className="w-full max-w-6xl"
        actions={
          <span data-print="hide">
            <EvidenceButton what={evidenceScopeOf(address[0])} isDisabled={daysAreReversed(address[0])} />
          </span>
        }
        description={
          isOutside
            ? 'What changed in the service without this console.'
            : 'Every change made with this console: who asked for it, why, and what the service made of it.'
        }
      />
      <div className="flex w-full max-w-6xl flex-col gap-3 px-4 pb-8">
        <VerifyLog />
        <ChangesFilter address={address} />
        {isOutside ? <OutsideList address={address} /> : <SetList address={address} />}
      </div>
    </>
  );
}
