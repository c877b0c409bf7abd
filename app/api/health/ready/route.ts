import { readinessQuerySchema, readinessSchema } from '@/lib/contract/health';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { readReadiness } from '@/lib/server/services/health/read-health';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: readinessQuerySchema, result: readinessSchema }, readReadiness),
});
