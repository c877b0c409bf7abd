import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Takes over the text that a person typed into the field of the served page before React had it: React leaves such a
 * text in the field until it draws the field again.
 * @param id of the field. @param value the page has in it.
 */
export function useServedText(id: string, value: string, onChange: (value: string) => void): void {
  const take = useEffectEvent(() => {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement && field.value !== value) onChange(field.value);
  });
  useLayoutEffect(() => take(), []);
}
