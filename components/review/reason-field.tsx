'use client';

import { useQuery } from '@tanstack/react-query';
import { TextField } from '@/components/ui/fields/text-field';
import { sessionQuery } from '@/lib/client/session/session';
import { longestReason } from '@/lib/contract/limits';

/** Whether the console changes access with a reason only, and whether this one is the reason that is missing. */
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

/** Why changes are made, for whoever reads the log. */
export function ReasonField({ isRequired, ...field }: ReasonFieldProps) {
  return (
    <TextField
      {...field}
      label={isRequired ? 'Reason' : 'Reason (optional)'}
      aria-required={isRequired}
      maxLength={longestReason}
      placeholder="Why this is changed, for whoever reads the log"
    />
  );
}
