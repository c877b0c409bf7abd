import { useEffect, useEffectEvent } from 'react';
import { useAddress } from './address';
import type { Parameter } from './address-parameters';

/** Does once what a link asks for by a flag in the address, and takes the flag out. @param parameters a constant. */
export function useAskedOnce(parameters: Record<string, Parameter<boolean>>, act: () => void): void {
  const [flags, set] = useAddress(parameters, 'replace');
  const isAsked = Object.values(flags).includes(true);
  const take = useEffectEvent(() => {
    set(null);
    act();
  });
  useEffect(() => {
    if (!isAsked) return;
    // nuqs forgets what is written in the task in which Next shows another page: the flag would come back.
    const timer = setTimeout(() => take());
    return () => clearTimeout(timer);
  }, [isAsked]);
}
