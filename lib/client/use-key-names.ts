import { useQuery } from '@tanstack/react-query';
import { keyNames, noKeyNames } from '@/lib/domain/access/names/key-names';
import type { KeyNames } from '@/lib/domain/access/names/named';
import { useConnectionKey } from './connection';
import { labelsQuery } from './labels';

/** What records and entities of the connection in the address are called; nothing until that is known. */
export function useKeyNames(): KeyNames {
  const { data } = useQuery(labelsQuery(useConnectionKey()));
  return data === undefined ? noKeyNames : keyNames(data);
}
