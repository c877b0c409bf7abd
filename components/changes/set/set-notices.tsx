'use client';

import { Banner } from '@/components/ui/feedback/banner';
import { Instant } from '@/components/ui/instant';
import { useNow } from '@/components/ui/use-now';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { durationInWords } from '@/lib/domain/changes/progress-figures';
import { counted, plural } from '@/lib/domain/counted';

/** Why a set does not go on, and what is unconfirmed. */
export function SetNotices({ set }: { set: ChangeSet }) {
  const { pause, withdrawn, asked, state, waitsUntil } = set;
  const unconfirmed = set.counts[unconfirmedState];
  return (
    <>
      {pause !== null && <PauseNotice pause={pause} />}
      {waitsUntil !== undefined && <WaitNotice until={waitsUntil} />}
      {asked === 'pause' && state === 'running' && (
        <Banner tone="info">Assignments under way are finished and confirmed; then the set pauses.</Banner>
      )}
      {withdrawn !== null && (
        <Banner tone="warning" title="The person who started this may no longer change access">
          {withdrawn} Assignments not sent yet stay unsent.
        </Banner>
      )}
      {unconfirmed > 0 && (
        <Banner tone="warning" title={`${counted(unconfirmed, 'assignment')} unconfirmed`}>
          Sent, but the service has not confirmed {plural(unconfirmed, 'it', 'them')} yet. The console keeps
          asking{hasEnded(set) ? '' : ', also while the set is paused'}; you need not do anything.{' '}
          {plural(unconfirmed, 'It is', 'They are')} first in the list.
        </Banner>
      )}
    </>
  );
}

function WaitNotice({ until }: { until: string }) {
  const seconds = (Date.parse(until) - useNow(1_000)) / 1_000;
  if (seconds <= 0) return null;
  return (
    <Banner tone="info">
      {/* Screen readers do not read the countdown. */}
      <span aria-live="off">
        Waiting {durationInWords(seconds)}: the service asked for fewer requests. Nothing is lost; it
        continues by itself.
      </span>
    </Banner>
  );
}

function PauseNotice({ pause: { code, detail, at, retryAt } }: { pause: NonNullable<ChangeSet['pause']> }) {
  const isByPerson = code === 'person';
  return (
    <Banner tone="warning" title={isByPerson ? detail || 'Paused' : 'The console paused this by itself'}>
      {!isByPerson && detail} Since <Instant at={at} />.{' '}
      {retryAt === null ? 'It continues when a person resumes it.' : <NextTry at={retryAt} />}
    </Banner>
  );
}

function NextTry({ at }: { at: string }) {
  const seconds = (Date.parse(at) - useNow(1_000)) / 1_000;
  return (
    <span aria-live="off">
      It continues by itself:{' '}
      {seconds > 0 ? `the next try is in ${durationInWords(seconds)}.` : 'it tries now.'}
    </span>
  );
}
