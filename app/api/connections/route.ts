import { connectionListSchema } from '@/lib/contract/connections';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listConnections } from '@/lib/server/services/connections/list-connections';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: connectionListSchema }, listConnections),
});
