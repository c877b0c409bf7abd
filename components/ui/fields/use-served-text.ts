import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Takes over the text that a person typed into the field of the served page before React had it: React leaves such a
 * text in the field until it draws the field again.
 * @param id of the field. @param value the page has in it.
 */
export function useServedText(id: string, value: string, onChange: (value: string) => void): void {
  const take = useEffectEvent(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) return;
    // A browser shows some values in another way, such as a day that does not exist.
    const untouched = Object.assign(document.createElement('input'), { type: field.type, value });
    if (field.value !== untouched.value) onChange(field.value);
  });
  useLayoutEffect(() => take(), []);
}
