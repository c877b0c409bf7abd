import { checkpointListSchema, checkpointsQuerySchema } from '@/lib/contract/changes/verification';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listCheckpoints } from '@/lib/server/services/changes/list-checkpoints';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(
    { query: checkpointsQuerySchema, result: checkpointListSchema, limit: 'export' },
    listCheckpoints,
  ),
});
