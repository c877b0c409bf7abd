'use client';

import type { KeyboardEvent } from 'react';
import { SearchField } from '@/components/ui/search-field';
import { TextField } from '@/components/ui/text-field';
import { useDraft } from './use-draft';

interface DraftFieldProps {
  label: string;
  value: string;
  onCommit: (value: string) => void;
  placeholder?: string;
  maxLength?: number;
  look?: 'text' | 'search' | 'date';
  className?: string;
}

/** A text, search or date field that takes effect when typing pauses, on Enter, or when it is left. */
export function DraftField({ label, value, onCommit, look = 'text', ...rest }: DraftFieldProps) {
  const { draft, change, commitNow } = useDraft(value, onCommit);
  const handlers = {
    value: draft,
    onChange: change,
    onBlur: commitNow,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') commitNow();
    },
  };
  if (look === 'search') return <SearchField label={label} {...handlers} {...rest} />;
  return <TextField label={label} type={look} {...handlers} {...rest} />;
}
