'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { describedBy, FieldFrame, inputClasses } from '@/components/ui/fields/field-frame';
import { sessionQuery } from '@/lib/client/session/session';
import { longestReason } from '@/lib/contract/limits';
import { inDigits } from '@/lib/domain/reader-formats';

export function useReasonRule(reason: string): { isRequired: boolean; isMissing: boolean } {
  const isRequired = useQuery(sessionQuery()).data?.accessReason === 'required';
  return { isRequired, isMissing: isRequired && reason.trim() === '' };
}

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  isRequired: boolean;
  description?: string | undefined;
}

/** A text area of at most five visible lines. */
export function ReasonField({ value, onChange, isRequired, description: usual }: ReasonFieldProps) {
  const id = useId();
  // The browser cuts longer texts without a message.
  const [isFull, setFull] = useState(false);
  const description = isFull
    ? `The reason ends here: ${inDigits(longestReason)} characters are kept. Shorten it if its end is missing.`
    : usual;
  return (
    <FieldFrame {...{ id, description }} label={isRequired ? 'Reason' : 'Reason (optional)'}>
      <textarea
        id={id}
        rows={1}
        value={value}
        onChange={({ target: { value: text } }) => {
          setFull(text.length >= longestReason - 1);
          onChange(text.replace(/\s*\n\s*/g, ' '));
        }}
        aria-required={isRequired}
        aria-describedby={describedBy(id, description, undefined)}
        maxLength={longestReason}
        placeholder="Why this is changed, for readers of the log"
        className={`${inputClasses} h-auto! max-h-24 min-h-8 resize-none field-sizing-content py-1.25`}
      />
    </FieldFrame>
  );
}
