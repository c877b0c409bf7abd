import { useEffect, useEffectEvent } from 'react';
import { useAddress } from './use-address';
import type { Parameter } from './parameters';

/** Acts once on a flag of the address, and removes the flag. @param parameters a constant. */
export function useAskedOnce(parameters: Record<string, Parameter<boolean>>, act: () => void): void {
  const [flags, set] = useAddress(parameters, 'replace');
  const isAsked = Object.values(flags).includes(true);
  const take = useEffectEvent(() => {
    set(null);
    act();
  });
  useEffect(() => {
    if (!isAsked) return;
    // nuqs drops writes in the task of a navigation: the flag would come back.
    const timer = setTimeout(() => take());
    return () => clearTimeout(timer);
  }, [isAsked]);
}
