import { journalFacetsSchema } from '@/lib/contract/journal/journal';
import { facetsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listFacets } from '@/lib/server/services/journal/list-facets';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: facetsRequestSchema, result: journalFacetsSchema }, listFacets),
});
