import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Labels } from '@/lib/contract/access/labels';
import { keyNames, noKeyNames } from '@/lib/domain/access/names/key-names';
import { noEntityNames, type EntityNames, type KeyNames } from '@/lib/domain/access/names/named';
import { useConnectionKey } from './connection';
import { labelsQuery } from './labels';
import { PageNames } from './page-names';

/** Names of records and entities; until they load, those of the page. @param of a connection; the page's by default. */
export function useKeyNames(of?: string): KeyNames {
  const ofAddress = useConnectionKey();
  const connection = of ?? ofAddress;
  const ofPage = use(PageNames);
  const first = ofPage?.connection === connection ? ofPage.labels : undefined;
  const { data = first } = useQuery(labelsQuery(connection));
  return data === undefined ? noKeyNames : keyNames(data);
}

/** Names of entities, also for people who may not read access. */
export function useEntityNames(connection: string): EntityNames {
  return useQuery({ ...labelsQuery(connection, 'entities'), select: byId }).data ?? noEntityNames;
}

function byId({ entities }: Labels): EntityNames {
  return new Map(entities.map(([id, name]) => [id, name]));
}
