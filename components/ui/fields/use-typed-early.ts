import { useEffectEvent, useLayoutEffect } from 'react';
import { takeTyped } from '@/components/ui/keys/early-input';

/**
 * Hands on what was typed into a field before the page's code came: the field still shows it, until it is drawn anew.
 * @param id of the field. @param value what the page has in it.
 */
export function useTypedEarly(id: string, value: string, onChange: (value: string) => void): void {
  const take = useEffectEvent(() => {
    const field = document.getElementById(id);
    const text = field === null ? undefined : takeTyped(field);
    if (text !== undefined && text !== value) onChange(text);
  });
  // Before anything else may draw it: another effect, or the browser's own time zone.
  useLayoutEffect(() => take(), []);
}
