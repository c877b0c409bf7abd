'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { actInWords, proposalInWords, type ProposalCounts } from '@/lib/domain/access/change/proposal-counts';
import { isAskedAbout, isCount } from '@/lib/domain/changes/typed-count';
import { ReasonField, useReasonRule } from './reason-field';
import { TypedCount } from './review-parts';

interface ReviewFooterProps {
  counts: ProposalCounts;
  ticked: number;
  /** Of the ticked ones. */
  given: number;
  /** False: there is nothing to apply. */
  hasChanges: boolean;
  /** After the words of the button, such as " in Sandbox". */
  where?: string;
  /** Words to begin the reason with; where a reason is required, more are needed. */
  suggestedReason?: string;
  isPending: boolean;
  onBack: () => void;
  onApply: (reason: string) => void;
}

/** Says what will happen, takes a reason and, for very many, their number, and applies. */
export function ReviewFooter(props: ReviewFooterProps) {
  const { counts, ticked, given, hasChanges, where = '', suggestedReason = '' } = props;
  const { isPending, onBack, onApply } = props;
  const [reason, setReason] = useState(suggestedReason);
  const [typed, setTyped] = useState('');
  const reasonRule = useReasonRule(reason.trim() === suggestedReason.trim() ? '' : reason);
  const isTypedRight = !isAskedAbout(ticked) || isCount(typed, ticked);
  return (
    <div className="flex w-full min-w-0 flex-col gap-2">
      <Status className="tabular text-sm">
        {proposalInWords(counts).map((sentence, at) => (
          <p key={sentence} className={at === 0 ? 'text-base font-semibold' : 'text-text-muted'}>
            {sentence}
          </p>
        ))}
      </Status>
      <div className="flex flex-wrap items-end justify-end gap-2">
        {hasChanges && (
          <div className="flex min-w-0 flex-[1_1_16rem] flex-wrap gap-2 max-sm:basis-full *:min-w-0 *:flex-[1_1_11rem]">
            <ReasonField value={reason} onChange={setReason} isRequired={reasonRule.isRequired} />
            {isAskedAbout(ticked) && <TypedCount count={ticked} value={typed} onChange={setTyped} />}
          </div>
        )}
        <Button onPress={onBack}>Back</Button>
        {hasChanges && (
          <Button
            variant="primary"
            isDisabled={ticked === 0 || !isTypedRight || reasonRule.isMissing}
            isPending={isPending}
            onPress={() => onApply(reason.trim())}
          >
            {actInWords(given, ticked - given) + where}
          </Button>
        )}
      </div>
    </div>
  );
}
