import { queryOptions } from '@tanstack/react-query';
import { edmxMediaType } from '@/lib/contract/media-types';
import type { Metadata } from '@/lib/contract/metadata';
import { callApiForText } from './api';
import { apiPaths, withQuery } from './paths';
import { openingRead } from './asked-again';

export function metadataQuery(connection: string) {
  return queryOptions({
    queryKey: ['metadata', connection],
    queryFn: openingRead<Metadata>(withQuery(apiPaths.metadata, { connection })),
    staleTime: 60_000,
  });
}

export function metadataDocumentQuery(connection: string) {
  return queryOptions({
    queryKey: ['metadata-document', connection],
    queryFn: ({ signal }): Promise<string> =>
      callApiForText(withQuery(apiPaths.metadata, { connection }), { accept: edmxMediaType, signal }),
    staleTime: 60_000,
  });
}
