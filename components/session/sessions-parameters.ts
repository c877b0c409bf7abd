import { searchText, type AddressState } from '@/lib/client/address-parameters';

/** What of the sessions page stands in its address. */
export const sessionsParameters = { name: searchText };

/** The part of a name that people are looked for by; undefined: everyone. */
export function everyonesSessionsName({ name }: AddressState<typeof sessionsParameters>): string | undefined {
  return name.trim().slice(0, 200) || undefined;
}
