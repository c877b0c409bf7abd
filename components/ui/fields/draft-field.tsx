'use client';

import type { ClipboardEventHandler, KeyboardEvent } from 'react';
import { isOfComposition } from '@/components/ui/keys/typed-key';
import { SearchField } from './search-field';
import { TextField } from './text-field';
import { useDraft } from './use-draft';

interface DraftFieldProps {
  label: string;
  value: string;
  /** Answers false for a text it cannot take, which then stays to be finished. */
  onCommit: (value: string) => boolean | void;
  /** Whether the field is in use: it has the focus, or was left with a text that was not taken. */
  onUse?: (isInUse: boolean) => void;
  onPaste?: ClipboardEventHandler<HTMLInputElement>;
  placeholder?: string;
  /** How to fill it, shown by the browser while the pointer rests on it. */
  title?: string;
  maxLength?: number;
  errorMessage?: string | undefined;
  look?: 'text' | 'search' | 'date';
  /** Of a search whose placeholder says it all. */
  hideLabel?: boolean;
  className?: string;
}

/** A text, search or date field that takes effect when typing pauses, on Enter, or when it is left. */
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
