'use client';

import { TextField, type TextFieldProps } from './text-field';

/** A labelled native date input. The value is `YYYY-MM-DD`, or empty. */
export function DateField(props: Omit<TextFieldProps, 'type' | 'placeholder'>) {
  return <TextField {...props} type="date" />;
}
