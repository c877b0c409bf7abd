import { refreshSchema } from '@/lib/contract/access/access';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { refreshLines } from '@/lib/server/services/journal/refresh-lines';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ result: refreshSchema, status: 202, limit: 'export' }, refreshLines),
});
