import * as access from '@/lib/contract/access/access';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { listAccess } from '@/lib/server/services/access/list-access';

const read = { query: access.accessFilterSchema, result: access.accessRowsSchema, limit: 'export' } as const;
const change = {
  body: access.changeAccessSchema,
  result: access.accessOutcomeSchema,
  limit: 'change',
} as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(read, listAccess),
  POST: route({ ...change, status: access.statusOfOutcome }, changeAccess),
});
