import { useQuery } from '@tanstack/react-query';
import type { Labels } from '@/lib/contract/access/labels';
import { noEntityNames, type EntityNames } from '@/lib/domain/access/names/named';
import { labelsQuery } from './labels';

/** What entities of a connection are called, also for those who may not read access; nothing until that is known. */
export function useEntityNames(connection: string): EntityNames {
  return useQuery({ ...labelsQuery(connection, 'entities'), select: byId }).data ?? noEntityNames;
}

function byId({ entities }: Labels): EntityNames {
  return new Map(entities.map(([id, name]) => [id, name]));
}
