import { journalGroupsSchema } from '@/lib/contract/journal/journal';
import { groupsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { groupLines } from '@/lib/server/services/journal/group-lines';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: groupsRequestSchema, result: journalGroupsSchema }, groupLines),
});
