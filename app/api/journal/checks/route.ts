import { journalChecksSchema } from '@/lib/contract/journal/journal-checks';
import { journalChecksRequestSchema } from '@/lib/domain/journal/request-schema';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { checkLines } from '@/lib/server/services/journal/check-lines';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: journalChecksRequestSchema, result: journalChecksSchema }, checkLines),
});
