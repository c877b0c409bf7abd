import { activityQuerySchema, activitySchema } from '@/lib/contract/changes/activity';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { readActivity } from '@/lib/server/services/changes/read-activity';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: activityQuerySchema, result: activitySchema }, readActivity),
});
