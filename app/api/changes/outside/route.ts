import { outsideListSchema, outsideQuerySchema } from '@/lib/contract/access/outside-changes';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listOutside } from '@/lib/server/services/changes/list-outside';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: outsideQuerySchema, result: outsideListSchema }, listOutside),
});
