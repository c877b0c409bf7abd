import {
  accessChangeSchema,
  accessFilterSchema,
  accessOutcomeSchema,
  accessRowsSchema,
} from '@/lib/contract/access';
import { route } from '@/lib/server/http/route';
import { changeAccess } from '@/lib/server/services/access/change-access';
import { listAccess } from '@/lib/server/services/access/list-access';

export const GET = route({ query: accessFilterSchema, result: accessRowsSchema }, listAccess);
export const POST = route(
  {
    body: accessChangeSchema,
    result: accessOutcomeSchema,
    status: ({ outcome }) => (outcome === 'unknown' ? 202 : 200),
  },
  changeAccess,
);
