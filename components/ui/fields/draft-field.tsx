'use client';

import type { ClipboardEventHandler, KeyboardEvent } from 'react';
import { isOfComposition } from '@/components/ui/keys/typed-key';
import { SearchField } from './search-field';
import { TextField } from './text-field';
import { useDraft } from './use-draft';

interface DraftFieldProps {
  label: string;
  value: string;
  /** False: the text is invalid and stays in the field. */
  onCommit: (value: string) => boolean | void;
  /** Whether the field has the focus, or an invalid text. */
  onUse?: (isInUse: boolean) => void;
  onPaste?: ClipboardEventHandler<HTMLInputElement>;
  placeholder?: string;
  title?: string;
  maxLength?: number;
  errorMessage?: string | undefined;
  look?: 'text' | 'search' | 'date';
  /** For a search whose placeholder says enough. */
  hideLabel?: boolean;
  className?: string;
}

/** Commits when typing pauses, on Enter, or on blur. */
export function DraftField({
  label,
  value,
  onCommit,
  onUse,
  look = 'text',
  hideLabel = false,
  errorMessage,
  ...rest
}: DraftFieldProps) {
  const { draft, change, commitNow } = useDraft(value, onCommit);
  const handlers = {
    value: draft,
    onChange: change,
    onFocus: () => onUse?.(true),
    onBlur: () => {
      const isTaken = commitNow();
      onUse?.(!isTaken);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !isOfComposition(event.nativeEvent)) commitNow();
    },
  };
  if (look === 'search') return <SearchField label={label} hideLabel={hideLabel} {...handlers} {...rest} />;
  return <TextField label={label} type={look} errorMessage={errorMessage} {...handlers} {...rest} />;
}
