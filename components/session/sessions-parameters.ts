import { searchText, type AddressState } from '@/lib/client/address/parameters';

export const sessionsParameters = { name: searchText };

export function everyonesSessionsName({ name }: AddressState<typeof sessionsParameters>): string | undefined {
  return name.trim().slice(0, 200) || undefined;
}
