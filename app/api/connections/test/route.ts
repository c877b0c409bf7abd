import { connectionTestSchema } from '@/lib/contract/connections';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { testConnection } from '@/lib/server/services/connections/test-connection';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ result: connectionTestSchema, limit: 'export' }, testConnection),
});
