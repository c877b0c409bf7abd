import * as access from '@/lib/contract/access';
import { route } from '@/lib/server/http/route';
import { changeAccess } from '@/lib/server/services/access/change-access';
import { listAccess } from '@/lib/server/services/access/list-access';

const change = {
  body: access.accessChangeSchema,
  result: access.accessOutcomeSchema,
  status: access.statusOfOutcome,
};

export const GET = route({ query: access.accessFilterSchema, result: access.accessRowsSchema }, listAccess);
export const POST = route(change, changeAccess);
