import { changeSetIdSchema, changeSetSchema } from '@/lib/contract/changes/changes';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { readChanges } from '@/lib/server/services/changes/read-changes';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: changeSetIdSchema, result: changeSetSchema }, readChanges),
});
