import { accessSummarySchema } from '@/lib/contract/access/access-summary';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { summarizeAccess } from '@/lib/server/services/access/summarize-access';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: accessSummarySchema }, summarizeAccess),
});
