import { journalPageSchema } from '@/lib/contract/journal/journal';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listLines } from '@/lib/server/services/journal/list-lines';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: journalRequestSchema, result: journalPageSchema }, listLines),
});
