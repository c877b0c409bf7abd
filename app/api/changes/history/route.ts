import { historyQuerySchema, historySchema } from '@/lib/contract/changes/changes';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { readHistory } from '@/lib/server/services/changes/read-history';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: historyQuerySchema, result: historySchema }, readHistory),
});
