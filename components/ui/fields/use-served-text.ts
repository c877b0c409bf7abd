import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Takes text typed into the served field before React hydrated it.
 * @param id of the field. @param value that the page has for it.
 */
export function useServedText(id: string, value: string, onChange: (value: string) => void): void {
  const take = useEffectEvent(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) return;
    // Browsers normalise some values, such as days that do not exist.
    const untouched = Object.assign(document.createElement('input'), { type: field.type, value });
    if (field.value !== untouched.value) onChange(field.value);
  });
  useLayoutEffect(() => take(), []);
}
